/** Addresses in rich text: links and sources may name only protocols that a page can show safely. The site that renders them need not check again. */
import { messages } from '../../schema/messages.ts'
import type { Refusal } from '../errors.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'callto', 'xmpp']

/** `href` and `src`, with a prefix such as `xlink:` too. */
const ADDRESS = /(?:^|:)(?:href|src)$/i

export function addressRefusals(value: unknown, path: string): Refusal[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}.${key}`
    return ADDRESS.test(key) ? wrongAddresses(inner, at) : addressRefusals(inner, at)
  })
}

/** A list or an object in place of an address would become text where it is rendered. */
function wrongAddresses(value: unknown, path: string): Refusal[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => wrongAddresses(inner, `${path}.${key}`))
  const isWrong = typeof value === 'string' && !isSafe(value)
  return isWrong ? [{ field: path, message: messages.wrongProtocol(PROTOCOLS) }] : []
}

function isSafe(address: string): boolean {
  const protocol = /^([^/?#:]*):/.exec(plain(address))?.[1]
  return protocol === undefined || PROTOCOLS.includes(protocol.toLowerCase())
}

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
