/** What somebody types as an address, as a URL. Tested by test/admin-components/writing-links.test.ts. */
import { SAFE } from './safe-address.ts'

/** Undefined if it doesn't look like one. */
export function addressIn(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^:]+:\d+(\/|$)/.test(text)) return SAFE.test(text) ? text : undefined
  if (SAFE.test(text)) return text
  if (/^[^@/]+@[^@/]+\.[^@/.]{2,}$/.test(text)) return `mailto:${text}`
  return /^[^/]+(\.[^/.\s]{2,}|:\d+)(:\d+)?(\/.*)?$/.test(text) ? `https://${text}` : undefined
}
