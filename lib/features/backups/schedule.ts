/** When a scheduled backup is due: every day or every Monday, at a time in the server's time zone. A missed one is made up for. */
import type { Settings } from '../../settings.ts'

const MONDAY = 1

/** The last scheduled time up to now. */
export function lastTime({ every, at }: Settings['backups'], now: Date): Date {
  const [hours, minutes] = at.split(':').map(Number) as [number, number]
  const time = new Date(now)
  time.setHours(hours, minutes, 0, 0)
  if (time > now) time.setDate(time.getDate() - 1)
  if (every === 'week') time.setDate(time.getDate() - ((time.getDay() - MONDAY + 7) % 7))
  return time
}
