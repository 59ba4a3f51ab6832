/** Points in time: the ISO 8601 formats that are accepted, and the single format that is stored. Tested by test/field-types.test.ts. */
import { messages } from '../messages.ts'
import { fieldType } from './field-type.ts'

export const date = fieldType({
  name: 'date',
  sentence: 'A point in time, stored in UTC with milliseconds.',
  json: () => ({ type: 'string', format: 'date-time' }),
  format: { name: 'date-time', validate: (value) => isMoment(value), message: messages.mustBe('a valid date'), isForAll: true },
  scalar: 'DateTime',
  holds: 'date',
  queryable: true,
  receive: (value) => toUtc(value),
  sample: () => '2026-01-01T12:00:00.000Z',
})

/** Converts an ISO 8601 date or date-time to UTC with milliseconds, so that text sorts by time. */
export function toUtc(value: unknown): unknown {
  if (value instanceof Date) return inUtc(value)
  if (value === '') return null
  if (isMoment(value)) return value
  if (typeof value !== 'string') return value
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(value)
  if (!parts) return value
  // JavaScript, filters and query plans cannot represent a leap second.
  if (parts[6] === '60') return 'Invalid Date'
  // Checks the date without the offset, because JavaScript reads 30 February as 2 March.
  const day = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.getUTCDate() !== Number(parts[3])) return 'Invalid Date'
  const zoned = parts[4] === undefined || parts[7] ? value : `${value}Z`
  return inUtc(new Date(zoned.replace(' ', 'T')))
}

/**
 * Whether `toUtc` could parse it: it returns anything else unchanged, or rejects it. Years have four digits, since others don't sort by
 * time.
 */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && FORM.test(value) && (value.slice(8, 10) < LAST_DAYS || isOnCalendar(value))

/** `0000-01-01T00:00:00.000Z` */
const FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** From this day on, not every month has it. */
const LAST_DAYS = '29'

const isOnCalendar = (moment: string): boolean => new Date(moment).toJSON() === moment

function inUtc(time: Date): string {
  const iso = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  return isMoment(iso) ? iso : 'Invalid Date'
}
