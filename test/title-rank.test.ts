/** One order of matches for mentions, the palette and pickers: the server and the admin rank titles alike. */
import { expect } from 'chai'
import { bestTitleFirst } from '../lib/title-rank.ts'

/** Typed, and the titles in their order. */
const CASES: [typed: string, ...titles: string[]][] = [
  ['Mi', 'Mira Holt', 'Mira Holt jr.', 'Ada Mills', 'Ada Admin'],
  ['mira', 'Mira', 'Mira Holt', 'Mira Holt jr.', 'Miranda Holt jr.', 'Old Mira', 'Samira'],
  ['harb', 'Harbour', 'Harbour News', 'Harbour Archive', 'The harbour wakes before the city does', 'Unharboured'],
  ['night ferry 1', 'Night ferry 1', 'Night ferry 10', 'A night ferry 1'],
  ['2026', '2026', '2026 plan', 'Plan (2026)', 'Plan-2026-bc', 'Plan12026'],
  ['été', 'Été', 'Étéocle', 'En été', 'Piété'],
  ['กา', 'กาแฟ', 'ร้านกาแฟ'],
  [' ferry ', 'Ferry', 'Ferry times', 'Boats'],
  ['a+b', 'a+b', 'a+b (c)', 'see a+b'],
]

describe('title rank', () => {
  for (const [typed, ...titles] of CASES)
    it(`of what matches “${typed}”`, () => {
      expect(titles.toReversed().sort(bestTitleFirst(typed))).to.deep.equal(titles)
    })
})
