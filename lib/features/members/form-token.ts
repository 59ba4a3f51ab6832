/** The token of a sign-up form: it records when the form was opened, to reject bots that submit it at once or keep it for days. */
import { randomBytes } from 'node:crypto'
import { digest, isSame } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'

/** In seconds. */
const YOUNGEST = 2
const OLDEST = 24 * 3600

export function formToken({ settings }: Engine): string {
  const opened = `${settings.clock.now().getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${opened}.${digest(settings.secret, 'form', opened)}`
}

export function isFormToken({ settings }: Engine, given: unknown): boolean {
  if (typeof given !== 'string' || given.length > 200) return false
  const mark = given.lastIndexOf('.')
  const opened = given.slice(0, mark)
  if (mark < 0 || !isSame(given.slice(mark + 1), digest(settings.secret, 'form', opened))) return false
  // It reads up to the dot.
  const age = (settings.clock.now().getTime() - Number.parseInt(opened, 36)) / 1000
  return age >= YOUNGEST && age <= OLDEST
}
