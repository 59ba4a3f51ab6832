/** The initials that stand for people whose name may not be read. */
import { expect } from 'chai'
import { initialsOf } from '../../lib/auth/account-names.ts'

describe('auth/account-names', () => {
  for (const [name, initials] of Object.entries({
    'Ann Bo': 'A. B.',
    '  ann   bo ': 'A. B.',
    'สมชาย ใจดี': 'ส. ใ.',
    '👩‍👧 Chen': '👩‍👧. C.',
    été: 'É.',
    '': '',
    ' \t\n ': '',
  }))
    it(`are '${initials}' for '${name}'`, () => {
      expect(initialsOf(name)).to.equal(initials)
    })
})
