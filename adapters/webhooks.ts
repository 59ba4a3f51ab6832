/** For whoever receives webhooks: is it from us, and what does it say? `galley/webhooks` needs nothing else of the package. */
import { DELIVERY, isSignedBy, SIGNATURE } from '../lib/events/signature.ts'

export interface Delivery {
  /** The same on every attempt: who has seen it before may skip it. */
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
  /** The body as it arrived, before anything parsed it. */
  body: string | Uint8Array
}

/** The delivery, or `null` when its signature does not fit the secret. */
export function openDelivery({ headers, body }: Received, secret: string): Delivery | null {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  if (!isSignedBy(body, header(SIGNATURE), secret)) return null
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { delivery: String(header(DELIVERY)), ...JSON.parse(text) }
}

export { isSignedBy as verifySignature }
