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

/** No site has a longer URL. */
export const LONGEST = 2000

/** A URL in a text, and where it is. */
export interface Address {
  from: number
  to: number
  href: string
}

/** Begins where a word begins; a URL in parentheses after `]` is Markdown. */
const BEGINNING = /(?<![\p{sc=Latin}\p{N}_@./:=&?#~`\\-]|\]\()(?:https?:\/\/|www\.)/giu
/** Quotation marks, and the punctuation of scripts without spaces, are never a part of it. */
const SEPARATORS = '\\s<>"“”„«»「」『』（）【】《》。，、；：！？\ufffc'
const OUTSIDE = new RegExp(`[${SEPARATORS}]`, 'u')
const UNFINISHED = new RegExp(`(?:https?://|www\\.)[^${SEPARATORS}]*$`, 'iu')
/** Code may begin in front of a URL, not in it. */
const ADDRESS = new RegExp(`(?<!\`)(?:https?://|www\\.)[^${SEPARATORS}]*`, 'giu')
const HOST = /^www\.(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=[/?#:]|$)/iu

/** Not the end of another one, nor what a remote repository or a file of another machine is called. */
const EMAIL = /(?<![\p{L}\p{N}_%+@./:\\~-])[\p{L}\p{N}][\p{L}\p{N}._%+-]*@(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{M}]+(?![\p{L}\p{N}@:/_-])/gu

/** The email addresses in a text, and the URLs that begin with `http://`, `https://` or `www.`, without the punctuation behind them. `before`: the text in front of it. */
export function addressesIn(text: string, before = ''): Address[] {
  const whole = before + text
  const found: Address[] = []
  for (const { index } of whole.matchAll(BEGINNING)) {
    if (index < Math.max(before.length, found.at(-1)?.to ?? 0)) continue
    const rest = whole.slice(index, index + LONGEST)
    const end = rest.search(OUTSIDE)
    const address = withoutPunctuation(end < 0 ? rest : rest.slice(0, end))
    const href = /^www\./i.test(address) ? HOST.test(address) && `https://${address}` : URL.canParse(address) && address
    if (href) found.push({ from: index - before.length, to: index - before.length + address.length, href })
  }
  const urls = [...found]
  for (const { index, 0: email } of whole.matchAll(EMAIL)) {
    const from = index - before.length
    while (urls[0] && urls[0].to <= from) urls.shift()
    if (from >= 0 && !(urls[0] && urls[0].from <= from)) found.push({ from, to: from + email.length, href: `mailto:${email}` })
  }
  return found.sort((one, other) => one.from - other.from)
}

/** Whether what comes after the text is in a URL, also in one of a Markdown link. */
export const endsInAddress = (text: string): boolean => UNFINISHED.test(text.slice(-LONGEST))

export const withoutAddresses = (text: string): string => text.replace(ADDRESS, '')

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** A bracket, or a backtick, belongs to the URL if it was opened in it. */
function withoutPunctuation(address: string): string {
  let end = address.length
  const count = (sign: string) => address.slice(0, end).split(sign).length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const opening = CLOSING[last]
    const isOpened = last === '`' ? count(last) % 2 === 1 : opening && count(last) <= count(opening)
    if (isOpened ?? !/[.,;:!?'’…*]/.test(last)) break
  }
  return address.slice(0, end)
}
