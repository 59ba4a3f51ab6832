/** Live preview, for the pages of a site: shows the unsaved changes of a form as they are typed.
 *
 * The page is opened by the admin, in a frame or a window; messages are taken from there alone, and from no other origin than those named.
 */
export interface LivePreview<Doc> {
  /** Where the admin is served: `https://example.org`, or several. @default the page's own origin */
  origins?: string | readonly string[]
  /** Called with the document each time it changes. */
  show(doc: Doc): void
}

/** What passes between the admin and a page; both sides know it by this key. */
const KEY = 'galley:preview'

interface Message {
  [KEY]: 'ready' | 'changed'
  doc?: unknown
}

/** Listens until the function that it gives is called. A page that nobody previews is left alone. */
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
