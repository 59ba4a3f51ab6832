/** Reads and writes fields for date and time in the time zone of the browser, also where clocks change.
 * Tested by test/admin-components/local-time.test.ts.
 */

const MINUTE = 60_000
/** Clocks change at most once within it. */
const A_DAY = 1440 * MINUTE

/** As a field for date and time takes it. */
export const localTime = (time: number): string => new Date(time - offsetAt(time)).toISOString().slice(0, 16)

const offsetAt = (time: number): number => new Date(time).getTimezoneOffset() * MINUTE

/** Where clocks go forward, some times are skipped; where they go back, some come twice, and the browser takes the first. */
export function clockChange(entered: string): 'skipped' | 'twice' | undefined {
  const time = new Date(entered).getTime()
  if (Number.isNaN(time)) return undefined
  if (localTime(time) !== entered.slice(0, 16)) return 'skipped'
  const again = time + offsetAt(time + A_DAY) - offsetAt(time)
  return again > time && localTime(again) === entered.slice(0, 16) ? 'twice' : undefined
}
