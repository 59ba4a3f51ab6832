/** The single page of the admin: only `<cms-admin>`, for every path below; nothing inline, so that the CSP stays strict. */

import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ICON_LINK } from '../../http/icon.ts'
import type { Settings } from '../../settings.ts'
import { manifest } from './assets.ts'
import { offered, scriptDirection, textsOfPage } from './languages.ts'
import { moduleNameOf } from './modules.ts'

export function page({ path, method }: Exchange, engine: Engine): Answer {
  const { settings } = engine
  if (method !== 'GET' && method !== 'HEAD') throw new GalleyError('METHOD_NOT_ALLOWED', `The method ${method} is not allowed here`)
  const { admin, routes } = settings
  const root = upTo(path, admin.path)
  const top = '../'.repeat(admin.path.split('/').length - 1)
  const { entry, style, first } = manifest()
  const asset = (name: string) => `${root}assets/${name}`
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escaped(siteOf(settings).name)}</title>`,
    ICON_LINK,
    `<link rel="stylesheet" href="${asset(style)}">`,
    ...first.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
    `<script type="module" src="${asset(entry)}"></script>`,
    ...(admin.modules ?? []).map((_, index) => `<script type="module" src="${asset(moduleNameOf(index))}"></script>`),
  ]
  const words = textsOfPage(engine)
  const dir = scriptDirection(settings, admin.locale)
  const attributes = `api="${root}${top}${routes.api.slice(1)}" base="${root}" lang="${admin.locale}" dir="${dir}" site="${escaped(JSON.stringify(siteOf(settings)))}"`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': policy(settings),
    },
    body: `<!doctype html><html lang="${admin.locale}" dir="${dir}"><head>${head.join('')}</head><body><cms-admin ${attributes}>${starting(words)}</cms-admin><noscript>${escaped(words['starting.noScript'])}</noscript></body></html>`,
  }
}

/** Shown on a slow line, and where the script is missing: the element has no slot, so that its own content takes the place of this. */
function starting(words: ReturnType<typeof textsOfPage>): string {
  return `<p class="starting">${escaped(words.starting)} <a href="">${escaped(words['starting.reload'])}</a></p>`
}

/** The facts about the site that the admin shows before sign-in. */
export const siteOf = (settings: Settings) => {
  const { admin, serverURL } = settings
  return {
    name: admin.brand?.name ?? 'galley',
    ...(admin.brand?.logo !== undefined && { logo: admin.brand.logo }),
    ...(admin.brand?.color !== undefined && { color: admin.brand.color }),
    url: admin.siteUrl === '/' && serverURL ? serverURL : admin.siteUrl,
    locale: admin.locale,
    languages: offered(settings),
  }
}

/** The relative path from a page to the root of the admin, wherever it is mounted. */
function upTo(path: string, at: string): string {
  const rest = path.slice(at.length)
  if (rest === '') return `${at.slice(at.lastIndexOf('/') + 1)}/`
  const depth = rest.split('/').length - 2
  return depth === 0 ? './' : '../'.repeat(depth)
}

function policy({ admin, serverURL, upload }: Settings): string {
  const origins = (...addresses: (string | undefined)[]) => [...new Set(addresses.flatMap((address) => originOf(address) ?? []))]
  const storage = origins(upload.storage?.url?.('a'), upload.privateStorage?.url?.('a'), serverURL)
  const images = ["'self'", 'data:', 'blob:', ...origins(admin.brand?.logo), ...storage]
  const frames = ["'self'", ...origins(admin.siteUrl, serverURL)]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${images.join(' ')}`,
    `media-src ${["'self'", ...storage].join(' ')}`,
    "connect-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function originOf(address: string | undefined): string | undefined {
  try {
    return new URL(address ?? '').origin
  } catch {
    return undefined
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
