/** For receivers of webhooks: verifies and parses a delivery. `galley/webhooks` needs nothing else from the package. */
import { DELIVERY, isSignedBy, SIGNATURE } from '../lib/events/signature.ts'

/** A verified delivery. `doc` is the document after the change. */
export interface Delivery {
  /** The same on every attempt, so receivers can skip deliveries they have already seen. */
  delivery: string
  event: string
  collection?: string
  global?: string
  id?: number
  // biome-ignore lint/suspicious/noExplicitAny: the receiver knows the type of the document
  doc: any
  timestamp: string
}

/** The received request. */
export interface Received {
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body exactly as received, before any parsing. */
  body: string | Uint8Array
}

/**
 * Verifies the signature of a webhook and parses its body. Returns `null` if the signature doesn't match the secret.
 *
 * @example
 * app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
 *   const delivery = openDelivery({ headers: request.headers, body: request.body }, process.env.HOOK_SECRET!)
 *   if (!delivery) return response.sendStatus(401)
 *   rebuild(delivery.collection, delivery.id)
 *   response.sendStatus(204)
 * })
 */
export function openDelivery({ headers, body }: Received, secret: string): Delivery | null {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  if (!isSignedBy(body, header(SIGNATURE), secret)) return null
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { delivery: String(header(DELIVERY)), ...JSON.parse(text) }
}

export { isSignedBy as verifySignature }
