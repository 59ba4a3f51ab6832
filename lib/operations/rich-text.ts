/** Addresses in rich text: links and sources may name only protocols that a page can show safely. The site that renders them need not check again. */
import { messages } from '../../schema/messages.ts'
import type { Refusal } from '../errors.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'callto', 'xmpp']

/** Attributes that hold addresses, with a prefix such as `xlink:` too. */
const ADDRESS = /(?:^|:|^xlink)(?:href|src|srcset|url|poster|formaction|cite|background|longdesc|ping)$/i
/** Addresses in HTML, and anything in nodes of one's own: of their texts only those are refused that would run or hold something. */
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

/** A list or an object in place of an address would become text where it is rendered. */
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

/** Browsers skip control characters and white space in protocols, and read entities where a page was written without care. */
const SKIPPED = /[\p{Cc}\p{Cf}\p{Z}]/gu

const plain = (address: string): string => decoded(address).replace(SKIPPED, '')

const NAMED: Readonly<Record<string, string>> = { amp: '&', colon: ':', tab: '\t', newline: '\n' }
const ENTITY = /&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|(amp|colon|tab|newline);)/gi
/** Entities of entities. */
const MOST_ROUNDS = 5

function decoded(address: string): string {
  let text = address
  for (let round = 0; round < MOST_ROUNDS && text.includes('&'); round++)
    text = text.replace(ENTITY, (_, hex, decimal, name) =>
      name ? NAMED[name.toLowerCase()]! : character(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
  return text
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
