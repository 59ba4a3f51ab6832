/** Which URLs are safe to follow. The check of what is saved and the renderers use the same answer. Tested by test/features/rich-text.test.ts. */

export const SAFE_PROTOCOLS: readonly string[] = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'callto', 'xmpp']

/** Relative URLs are safe. So are those whose protocol neither runs code nor reads local data, however the URL is spelled. */
export function isSafeAddress(address: string): boolean {
  const protocol = protocolOf(address)
  return protocol === undefined || SAFE_PROTOCOLS.includes(protocol)
}

/** In lower case; undefined if the URL is relative. */
export const protocolOf = (address: string): string | undefined => /^([^/?#:]*):/.exec(plain(address))?.[1]?.toLowerCase()

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
