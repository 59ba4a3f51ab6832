/** How far toasts are lifted over bars at the bottom of the screen. */
import { expect } from 'chai'
import { type Box, liftOver } from '../../admin-components/parts/lift.ts'

const SCREEN = 800
const TOASTS = { left: 600, right: 984, height: 60 }
const bar = (top: number, bottom: number, left = 0, right = 1000): Box => ({ left, right, top, bottom })

const CASES: [name: string, bars: Box[], lift: number][] = [
  ['nothing is there', [], 16],
  ['a bar at the bottom', [bar(740, 800)], 68],
  ['a bar that ends above the edge', [bar(700, 760)], 108],
  ['a bar further up', [bar(600, 700)], 16],
  ['a bar next to it', [bar(740, 800, 0, 590)], 16],
  ['a bar that has room under it', [bar(500, 720)], 16],
  ['two bars on each other', [bar(740, 800), bar(660, 735)], 148],
  ['two bars on each other, the upper one first', [bar(660, 735), bar(740, 800)], 148],
  ['two bars with room between them', [bar(740, 800), bar(600, 660)], 68],
  ['a bar that is not shown', [bar(0, 0, 0, 0)], 16],
  ['a bar as high as the screen leaves them at its top', [bar(20, 800)], 732],
]

describe('admin-components: lift', () => {
  for (const [name, bars, lift] of CASES)
    it(name, () => {
      expect(liftOver(TOASTS, bars, SCREEN)).to.equal(lift)
    })
})
