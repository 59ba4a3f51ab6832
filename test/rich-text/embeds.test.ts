/** Pages of known sites become the addresses of their players; everything else is refused. */
import { expect } from 'chai'
import { EMBED_PROVIDERS, type EmbedProvider, embedOf } from '../../lib/rich-text/embeds.ts'

const HASH = '0123456789abcdef0123456789abcdef'

const PAGES: [provider: string, page: string, src: string][] = [
  ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['youtube', 'http://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
  ['youtube', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ#x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42'],
  ['youtube', 'https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['vimeo', 'https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['vimeo', 'https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['dailymotion', 'https://www.dailymotion.com/video/x84sh87', 'https://geo.dailymotion.com/player.html?video=x84sh87'],
  ['dailymotion', 'https://dai.ly/x84sh87', 'https://geo.dailymotion.com/player.html?video=x84sh87'],
  ['loom', `https://www.loom.com/share/${HASH}`, `https://www.loom.com/embed/${HASH}`],
  ['tiktok', 'https://www.tiktok.com/@scout2015/video/6718335390845095173', 'https://www.tiktok.com/embed/v2/6718335390845095173'],
  ['instagram', 'https://www.instagram.com/p/CUbHfhpswxt/?igsh=1', 'https://www.instagram.com/p/CUbHfhpswxt/embed'],
  ['x', 'https://twitter.com/jack/status/20', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20'],
  ['x', 'https://x.com/jack/status/20?s=46', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20'],
  ['spotify', 'https://open.spotify.com/intl-de/track/4uLU6hMCjMI?si=1', 'https://open.spotify.com/embed/track/4uLU6hMCjMI'],
  [
    'soundcloud',
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood',
  ],
  ['codepen', 'https://codepen.io/team/pen/abcDEF', 'https://codepen.io/team/embed/abcDEF'],
  ['codesandbox', 'https://codesandbox.io/s/new-forest-3f2k1', 'https://codesandbox.io/embed/new-forest-3f2k1'],
  [
    'figma',
    'https://www.figma.com/file/LKQ4FJ4bTnCSjedbRpk931/Sample?node-id=1-2',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Ffile%2FLKQ4FJ4bTnCSjedbRpk931%2FSample%3Fnode-id%3D1-2',
  ],
  ['googleMaps', 'https://www.google.com/maps/embed?pb=!1m18!1m12', 'https://www.google.com/maps/embed?pb=!1m18!1m12'],
]

const MAPS: EmbedProvider = { name: 'maps', pattern: 'https://maps\\.example\\.org/[a-z]+' }

const REFUSED: [why: string, url: unknown][] = [
  ['another site', 'https://example.org/watch?v=dQw4w9WgXcQ'],
  ['a host that only ends like one', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ'],
  ['a host that only begins like one', 'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ'],
  ['a user name that looks like a host', 'https://youtube.com@example.org/watch?v=dQw4w9WgXcQ'],
  ['a port', 'https://youtube.com:8443/watch?v=dQw4w9WgXcQ'],
  ['a page without a player', 'https://www.youtube.com/feed/subscriptions'],
  ['an id with a quote', 'https://www.youtube.com/watch?v=dQw4w9"onload=x'],
  ['another protocol', 'javascript:alert("https://youtu.be/dQw4w9WgXcQ")'],
  ['no protocol', 'youtube.com/watch?v=dQw4w9WgXcQ'],
  ['no URL', 'https://'],
  ['no text', 7],
  ['a page that is not the embed code of a map', 'https://www.google.com/maps/place/Bangkok'],
  ['more than the pattern of an own provider', 'https://maps.example.org/bangkok?x=1'],
  ['an own pattern inside another URL', 'https://example.org/?https://maps.example.org/bangkok'],
  ['an own provider without TLS', 'http://maps.example.org/bangkok'],
  ['a URL that is too long', `https://youtu.be/dQw4w9WgXcQ?${'x'.repeat(2_000)}`],
]

describe('rich text: embeds', () => {
  for (const [provider, page, src] of PAGES)
    it(`${provider}: ${page}`, () => {
      expect(embedOf(page, [...EMBED_PROVIDERS, MAPS])).to.deep.equal({ provider, src })
      expect(
        embedOf(
          src,
          EMBED_PROVIDERS.filter((name) => name !== provider),
        ),
      ).to.equal(undefined)
      expect(
        embedOf(
          page,
          EMBED_PROVIDERS.filter((name) => name !== provider),
        ),
      ).to.equal(undefined)
    })

  it('every provider has an example', () => {
    expect([...new Set(PAGES.map(([provider]) => provider))].sort()).to.deep.equal([...EMBED_PROVIDERS].sort())
  })

  it('the page of an own provider is its player', () => {
    const src = 'https://maps.example.org/bangkok'
    expect(embedOf(src, [MAPS])).to.deep.equal({ provider: 'maps', src })
  })

  for (const [why, url] of REFUSED)
    it(`refuses ${why}`, () => {
      expect(embedOf(url, [...EMBED_PROVIDERS, MAPS])).to.equal(undefined)
    })
})
