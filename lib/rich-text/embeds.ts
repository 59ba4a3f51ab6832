/** The sites whose pages rich text can embed, and the address of the player for each page. Only addresses are stored and rendered, never HTML of a site. */

/** A site of your own choice: `pattern` must match the whole URL of the page, which is also the URL of the player. */
export interface OwnEmbedProvider {
  name: string
  pattern: string
}

/** A site whose pages can be embedded: one that galley knows, by its name, or your own. */
export type EmbedProvider = EmbedProviderName | OwnEmbedProvider

export interface Embed {
  provider: string
  /** The URL for an `<iframe>`; always HTTPS. */
  src: string
}

interface Site {
  hosts: readonly string[]
  /** The URL of the player, or undefined if this page has none. */
  player(page: URL): string | undefined
}

const SITES = {
  youtube: {
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com', 'youtu.be'],
    player(page) {
      const id =
        page.hostname === 'youtu.be'
          ? partOf(page, /^\/([\w-]{6,20})\/?$/)
          : page.pathname === '/watch'
            ? /^[\w-]{6,20}$/.exec(page.searchParams.get('v') ?? '')?.[0]
            : partOf(page, /^\/(?:embed|shorts|live|v)\/([\w-]{6,20})\/?$/)
      const start = secondsIn(page.searchParams.get('t') ?? page.searchParams.get('start') ?? '')
      return id && `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`
    },
  },
  vimeo: {
    hosts: ['vimeo.com', 'player.vimeo.com'],
    player(page) {
      const [, id, key = page.searchParams.get('h') ?? ''] = /^\/(?:video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(page.pathname) ?? []
      return id && `https://player.vimeo.com/video/${id}${/^[0-9a-f]+$/.test(key) ? `?h=${key}` : ''}`
    },
  },
  dailymotion: {
    hosts: ['dailymotion.com', 'dai.ly', 'geo.dailymotion.com'],
    player(page) {
      const id =
        page.hostname === 'dai.ly'
          ? partOf(page, /^\/([a-zA-Z0-9]+)\/?$/)
          : (partOf(page, /^\/(?:embed\/)?video\/([a-zA-Z0-9]+)/) ?? /^[a-zA-Z0-9]+$/.exec(page.searchParams.get('video') ?? '')?.[0])
      return id && `https://geo.dailymotion.com/player.html?video=${id}`
    },
  },
  loom: {
    hosts: ['loom.com'],
    player: (page) => at('https://www.loom.com/embed/', partOf(page, /^\/(?:share|embed)\/(?:[\w-]*-)?([0-9a-f]{32})\/?$/)),
  },
  tiktok: {
    hosts: ['tiktok.com'],
    player: (page) => at('https://www.tiktok.com/embed/v2/', partOf(page, /^\/(?:@[\w.-]+\/video|embed\/v2|embed)\/(\d+)\/?$/)),
  },
  instagram: {
    hosts: ['instagram.com'],
    player(page) {
      const post = partOf(page, /^\/(?:[\w.]+\/)?((?:p|reel|tv)\/[\w-]+)(?:\/embed)?\/?$/)
      return post && `https://www.instagram.com/${post}/embed`
    },
  },
  x: {
    hosts: ['x.com', 'twitter.com', 'mobile.twitter.com'],
    player: (page) => at('https://platform.twitter.com/embed/Tweet.html?dnt=true&id=', partOf(page, /^\/\w+\/status(?:es)?\/(\d+)\/?$/)),
  },
  spotify: {
    hosts: ['open.spotify.com'],
    player: (page) =>
      at(
        'https://open.spotify.com/embed/',
        partOf(page, /^\/(?:intl-[a-z]+\/)?(?:embed\/)?((?:track|album|playlist|episode|show|artist)\/[a-zA-Z0-9]+)\/?$/),
      ),
  },
  soundcloud: {
    hosts: ['soundcloud.com', 'm.soundcloud.com'],
    player(page) {
      const track = partOf(page, /^(\/[\w-]+\/(?:sets\/)?[\w-]+)\/?$/)
      return track && `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com${track}`)}`
    },
  },
  codepen: {
    hosts: ['codepen.io'],
    player(page) {
      const [, owner, pen] = /^\/([\w-]+)\/(?:pen|embed|full|details)\/(\w+)\/?$/.exec(page.pathname) ?? []
      return owner && pen && `https://codepen.io/${owner}/embed/${pen}`
    },
  },
  codesandbox: {
    hosts: ['codesandbox.io'],
    player: (page) => at('https://codesandbox.io/embed/', partOf(page, /^\/(?:s|embed|p\/sandbox)\/([\w-]+)\/?$/)),
  },
  figma: {
    hosts: ['figma.com'],
    player(page) {
      if (!/^\/(?:file|design|proto|board|slides)\/[a-zA-Z0-9]{20,40}(?:\/|$)/.test(page.pathname)) return undefined
      return `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(`https://www.figma.com${page.pathname}${page.search}`)}`
    },
  },
  /** The address that Google offers under "Embed a map". */
  googleMaps: {
    hosts: ['google.com', 'maps.google.com'],
    player(page) {
      const map = page.searchParams.get('pb')
      return page.pathname === '/maps/embed' && map ? `https://www.google.com/maps/embed?pb=${encodeURIComponent(map)}` : undefined
    },
  },
} as const satisfies Record<string, Site>

/** The sites that galley knows. */
export type EmbedProviderName = keyof typeof SITES

export const EMBED_PROVIDERS = Object.keys(SITES) as readonly EmbedProviderName[]

/** No page of these sites has a longer URL, and patterns need a limit. */
const LONGEST_URL = 2_000

/** The player for the URL of a page, if one of these providers has it. */
export function embedOf(url: unknown, allowed: readonly EmbedProvider[]): Embed | undefined {
  const page = pageAt(url)
  if (!page) return undefined
  for (const provider of allowed) {
    const src = typeof provider === 'string' ? builtIn(provider, page) : own(provider, page)
    if (src) return { provider: typeof provider === 'string' ? provider : provider.name, src }
  }
  return undefined
}

/** A user name in front of the host could make a pattern match the URL of another site. */
function pageAt(url: unknown): URL | undefined {
  if (typeof url !== 'string' || url.length > LONGEST_URL || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const page = new URL(url)
  return page.username === '' && page.password === '' ? page : undefined
}

function builtIn(name: EmbedProviderName, page: URL): string | undefined {
  const site: Site | undefined = Object.hasOwn(SITES, name) ? SITES[name] : undefined
  if (page.port !== '' || !site?.hosts.includes(page.hostname.replace(/^www\./, ''))) return undefined
  return site.player(page)
}

/** Browsers read the parsed URL, so that one must match. */
function own({ pattern }: OwnEmbedProvider, page: URL): string | undefined {
  return page.protocol === 'https:' && new RegExp(`^(?:${pattern})$`, 'u').test(page.href) ? page.href : undefined
}

const partOf = (page: URL, pattern: RegExp): string | undefined => pattern.exec(page.pathname)?.[1]

const at = (player: string, part: string | undefined): string | undefined => (part === undefined ? undefined : player + part)

/** `90`, `90s` and `1m30s` are all the same time. */
function secondsIn(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
