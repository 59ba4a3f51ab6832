/** Checks URLs in rich text: links and sources may use only safe protocols, so the site that renders them need not check again. */
import { messages } from '../../schema/messages.ts'
import type { Refusal } from '../errors.ts'
import { isSafeAddress, protocolOf, SAFE_PROTOCOLS } from '../rich-text/addresses.ts'

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
  return RUNNING.includes(protocolOf(value) ?? '') ? [{ field: path, message: messages.wrongProtocol(SAFE_PROTOCOLS) }] : []
}

/** A list or an object in place of a URL would become text when rendered. */
function wrongAddresses(value: unknown, path: string): Refusal[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => wrongAddresses(inner, `${path}.${key}`))
  const isWrong = typeof value === 'string' && !(/srcset(?:\.|$)/i.test(path) ? value.split(/\s+/) : [value]).every(isSafeAddress)
  return isWrong ? [{ field: path, message: messages.wrongProtocol(SAFE_PROTOCOLS) }] : []
}
