/** Finds unsafe URLs in the attributes of nodes and marks, whatever their type, so a site that renders them need not check again. Tested by test/features/rich-text.test.ts. */
import { isSafeAddress, protocolOf } from './addresses.ts'

/** Attributes that hold URLs, also with a prefix such as `xlink:`. */
const ADDRESS = /(?:^|:|^xlink)(?:href|src|srcset|url|poster|formaction|cite|background|longdesc|ping)$/i
/** URLs in HTML, but arbitrary data in custom nodes: only text with a dangerous protocol is refused. */
const PERHAPS = /^(?:action|data)$/i
const RUNNING = ['javascript', 'vbscript', 'data']

/** The paths of unsafe URLs in a value. */
export function unsafeAddresses(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}.${key}`
    if (ADDRESS.test(key)) return wrongAddresses(inner, at)
    return PERHAPS.test(key) ? runningAddresses(inner, at) : unsafeAddresses(inner, at)
  })
}

function runningAddresses(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => runningAddresses(inner, `${path}.${index}`))
  if (typeof value !== 'string') return unsafeAddresses(value, path)
  return RUNNING.includes(protocolOf(value) ?? '') ? [path] : []
}

/** A list or an object in place of a URL would become text when rendered. */
function wrongAddresses(value: unknown, path: string): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => wrongAddresses(inner, `${path}.${key}`))
  const isWrong = typeof value === 'string' && !(/srcset(?:\.|$)/i.test(path) ? value.split(/\s+/) : [value]).every(isSafeAddress)
  return isWrong ? [path] : []
}
