/** Times as fields take them, in zones whose clocks change. */
import { expect } from 'chai'
import { clockChange, localTime } from '../../admin-components/document/local-time.ts'

const CASES: [zone: string, entered: string, change: string | undefined, utc: string][] = [
  ['Europe/Berlin', '2026-03-29T01:59', undefined, '2026-03-29T00:59'],
  ['Europe/Berlin', '2026-03-29T02:30', 'skipped', '2026-03-29T01:30'],
  ['Europe/Berlin', '2026-03-29T03:00', undefined, '2026-03-29T01:00'],
  ['Europe/Berlin', '2026-10-25T01:59', undefined, '2026-10-24T23:59'],
  ['Europe/Berlin', '2026-10-25T02:00', 'twice', '2026-10-25T00:00'],
  ['Europe/Berlin', '2026-10-25T02:59', 'twice', '2026-10-25T00:59'],
  ['Europe/Berlin', '2026-10-25T03:00', undefined, '2026-10-25T02:00'],
  ['Europe/Berlin', '2026-10-24T02:30', undefined, '2026-10-24T00:30'],
  ['Europe/Berlin', '2026-10-24T12:00', undefined, '2026-10-24T10:00'],
  ['America/New_York', '2026-03-08T02:30', 'skipped', '2026-03-08T07:30'],
  ['America/New_York', '2026-11-01T01:30', 'twice', '2026-11-01T05:30'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', 'twice', '2026-04-04T14:45'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', 'skipped', '2026-10-03T15:45'],
  ['Asia/Bangkok', '2026-03-29T02:30', undefined, '2026-03-28T19:30'],
  ['Asia/Kathmandu', '2026-10-25T02:30', undefined, '2026-10-24T20:45'],
  ['UTC', '2026-10-25T02:30', undefined, '2026-10-25T02:30'],
  ['UTC', '', undefined, ''],
]

describe('admin-components: local time', () => {
  const before = process.env['TZ']
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  for (const [zone, entered, change, utc] of CASES)
    it(`${entered || 'nothing'} in ${zone} is ${change ?? 'one time'}`, () => {
      process.env['TZ'] = zone
      expect(clockChange(entered)).to.equal(change)
      if (utc === '') return
      const time = Date.parse(`${utc}Z`)
      expect(new Date(entered).getTime()).to.equal(time)
      if (change !== 'skipped') expect(localTime(time)).to.equal(entered)
    })

  it('shows the second of two equal times as it is', () => {
    process.env['TZ'] = 'Europe/Berlin'
    expect(localTime(Date.parse('2026-10-25T01:30Z'))).to.equal('2026-10-25T02:30')
  })
})
