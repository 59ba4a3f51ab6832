/** Random tokens and their stored form, an HMAC with the secret, so that changing the secret invalidates them all. Tested by test/features/api-keys.test.ts. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. Digests differ by purpose, such as `session`, so that one kind never passes for another. */
export const digest = (secret: string, purpose: string, token: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${token}`).digest('base64url')

/** Compares in constant time. */
export function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
