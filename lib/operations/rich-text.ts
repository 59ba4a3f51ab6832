/** Checks URLs in rich text: links and sources may use only safe protocols, so the site that renders them need not check again. */
import { messages } from '../../schema/messages.ts'
import type { Refusal } from '../errors.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'callto', 'xmpp']

/** Attributes that hold URLs, also with a prefix such as `xlink:`. */
const ADDRESS = /(?:^|:|^xlink)(?:href|src|srcset|url|poster|formaction|cite|background|longdesc|ping)$/i
/** URLs in HTML, but arbitrary data in custom nodes: only text with a dangerous protocol is refused. */
const PERHAPS = /^(?:action|data)$/i
const RUNNING = ['javascript', 'vbscript', 'data']

export function addressRefusals(value: unknown, path: string): Refusal[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}.${key}`
    if (ADDRESS.test(key)) return wrongAddresses(inner, at)
    return PERHAPS.test(key) ? runningAddresses(inner, at) : addressRefusals(inner, at)
  })
}

function runningAddresses(value: unknown, path: string): Refusal[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => runningAddresses(inner, `${path}.${index}`))
  if (typeof value !== 'string') return addressRefusals(value, path)
  return RUNNING.includes(protocolOf(value) ?? '') ? [{ field: path, message: messages.wrongProtocol(PROTOCOLS) }] : []
}

/** A list or an object in place of a URL would become text when rendered. */
function wrongAddresses(value: unknown, path: string): Refusal[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => wrongAddresses(inner, `${path}.${key}`))
  const isWrong = typeof value === 'string' && !(/srcset(?:\.|$)/i.test(path) ? value.split(/\s+/) : [value]).every(isSafe)
  return isWrong ? [{ field: path, message: messages.wrongProtocol(PROTOCOLS) }] : []
}

function isSafe(address: string): boolean {
  const protocol = protocolOf(address)
  return protocol === undefined || PROTOCOLS.includes(protocol)
}

const protocolOf = (address: string): string | undefined => /^([^/?#:]*):/.exec(plain(address))?.[1]?.toLowerCase()

/** Browsers skip control characters and white space in protocols, and decode entities if a page doesn't escape them. */
const SKIPPED = /[\p{Cc}\p{Cf}\p{Z}]/gu

const plain = (address: string): string => decoded(address).replace(SKIPPED, '')

const NAMED: Readonly<Record<string, string>> = { amp: '&', colon: ':', tab: '\t', newline: '\n' }
const ENTITY = /&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|(amp|colon|tab|newline);)/gi
/** Entities may be encoded several times. */
const MOST_ROUNDS = 5

function decoded(address: string): string {
  let text = address
  for (let round = 0; round < MOST_ROUNDS && text.includes('&'); round++)
    text = text.replace(ENTITY, (_, hex, decimal, name) =>
      // biome-ignore lint/style/noNonNullAssertion: the expression contains the same names
      name ? NAMED[name.toLowerCase()]! : character(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
  return text
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
