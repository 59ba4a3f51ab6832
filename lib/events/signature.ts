/** The signature of a webhook: an HMAC over the exact bytes of its body. Tested by test/features/webhooks/webhooks.test.ts. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE = 'x-svc-signature'
export const DELIVERY = 'x-svc-delivery'
export const EVENT = 'x-svc-event'

export const sign = (body: string | Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Compares in constant time. */
export function isSignedBy(body: string | Uint8Array, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string') return false
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(body, secret))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
