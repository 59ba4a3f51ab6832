/** Drawings built to be expensive: they are read in one way, and the process answers others meanwhile. */
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { rootOf } from '../../../lib/features/media/drawing.ts'
import { measured } from '../../../lib/features/media/images.ts'
import { Spool } from '../../../lib/features/media/spool.ts'
import { longUnlessDrawn } from '../../harness/depth.ts'

const MILLION = 1_000_000
/** Of one turn of the event loop: many times what a quiet machine needs. */
const LONGEST_TURN = 1500

const EXPENSIVE: Record<string, string> = {
  'roots in a comment': `<!-- ${'<svg '.repeat(150)}' --><svg width="7" height="7"><text>${'x'.repeat(9 * MILLION)}</text></svg>`,
  'small elements': `<svg width="7" height="7">${'<g/>'.repeat(MILLION)}</svg>`,
  'unclosed elements': '<svg>'.repeat(MILLION),
  'open quotes': `<svg width="7" height="7">${'<g a="'.repeat(MILLION)}`,
  attributes: `<svg ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
  spaces: `<svg${' '.repeat(5 * MILLION)}x`,
  references: `<svg width="7" height="7">${'&amp;'.repeat(MILLION)}</svg>`,
  ampersands: `<svg>${'&'.repeat(5 * MILLION)}</svg>`,
  'open comments': `<svg>${'<!-- - '.repeat(MILLION)}</svg>`,
  'a long view box': `<svg viewBox="${' '.repeat(MILLION)}" width="7" height="7"/>`,
  'a long type': `<!DOCTYPE svg [${'<!-- -->'.repeat(100_000)}]><svg width="7" height="7"/>`,
}

describe('media/drawings', () => {
  for (const [what, text] of Object.entries(EXPENSIVE))
    it(`reads ${what} without holding up others${longUnlessDrawn(what, Object.keys(EXPENSIVE), 'drawings')}`, async () => {
      const spool = await Spool.of(Readable.from([Buffer.from(text)]), 100 * MILLION)
      let longest = 0
      let last = performance.now()
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 5)
      try {
        const root = await rootOf(spool)
        const size = await measured(spool, 'image/svg+xml')
        await new Promise((resolve) => setTimeout(resolve, 10))
        expect(longest).to.be.below(LONGEST_TURN)
        expect(size).to.deep.equal(root ? { width: 7, height: 7 } : undefined)
      } finally {
        clearInterval(watch)
        await spool.remove()
      }
    })
})
