/** For receivers of webhooks: verifies and parses a delivery. `galley/webhooks` needs nothing else from the package. */
import { DELIVERY, isSignedBy, SIGNATURE } from '../lib/events/signature.ts'

export interface Delivery {
  /** The same on every attempt, so receivers can skip deliveries they have already seen. */
  delivery: string
  event: string
  collection?: string
  global?: string
  id?: number
  doc: any
  timestamp: string
}

export interface Received {
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body exactly as received, before any parsing. */
  body: string | Uint8Array
}

/** The delivery, or `null` if its signature does not match the secret. */
export function openDelivery({ headers, body }: Received, secret: string): Delivery | null {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  if (!isSignedBy(body, header(SIGNATURE), secret)) return null
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { delivery: String(header(DELIVERY)), ...JSON.parse(text) }
}

export { isSignedBy as verifySignature }
