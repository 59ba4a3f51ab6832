/** Live preview for the pages of a site: shows the unsaved changes of a form as they are typed.
 *
 * The admin opens the page in a frame or window. Messages are accepted only from that window, and only from the given origins.
 */
export interface LivePreview<Doc> {
  /** The origin of the admin: `https://example.org`, or several. @default the page's own origin */
  origins?: string | readonly string[]
  /** Called with the document each time it changes. */
  show(doc: Doc): void
}

/** The key of the messages between the admin and the page; both sides use it. */
const KEY = 'galley:preview'

interface Message {
  [KEY]: 'ready' | 'changed'
  doc?: unknown
}

/** Starts listening and returns a function that stops it. Does nothing on a page that isn't being previewed. */
export function livePreview<Doc = Record<string, unknown>>({ origins = location.origin, show }: LivePreview<Doc>): () => void {
  const admin = window.opener ?? (window.parent === window ? null : window.parent)
  if (!admin) return () => undefined
  const known = [origins].flat().map((origin) => new URL(origin).origin)
  const hear = (event: MessageEvent) => {
    if (event.source !== admin || !known.includes(event.origin)) return
    const message = event.data as Message | null
    if (message?.[KEY] === 'changed' && typeof message.doc === 'object' && message.doc !== null) show(message.doc as Doc)
  }
  window.addEventListener('message', hear)
  const ready: Message = { [KEY]: 'ready' }
  for (const origin of known) admin.postMessage(ready, origin)
  return () => window.removeEventListener('message', hear)
}
