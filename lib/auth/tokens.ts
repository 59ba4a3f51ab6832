/** Random tokens, and what is kept of them: an HMAC under the secret, so that a new secret ends them all. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What a token is known by. Each purpose has digests of its own, so that one kind never passes for another. */
export function digest(
  secret: string,
  purpose: 'session' | 'csrf' | 'link' | 'attempt' | 'form' | 'key' | 'preview' | 'file' | 'upload' | 'audit' | 'idempotency',
  token: string,
): string {
  return createHmac('sha256', secret).update(`${purpose}\0${token}`).digest('base64url')
}

/** Compares in a time that tells nothing of where they differ. */
export function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
