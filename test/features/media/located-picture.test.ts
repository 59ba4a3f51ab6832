/** Pictures in base64 within a packet of XMP: those with a place go, wherever it stands in them and however they are spelled; others stay. */
import { expect } from 'chai'
import { blankPacket } from '../../../lib/features/media/xmp-place.ts'
import { longUnlessDrawn, oneIn } from '../../harness/depth.ts'
import { bytes, PLACE } from './metadata-holders.ts'

const BEGINNING = [0xff, 0xd8, 0xff, 0xe1]

/** A picture with as many bytes before its place and as many behind it. */
const located = (before: number, behind: number) => bytes(BEGINNING, Buffer.alloc(before), `GPSLatitude ${PLACE}`, Buffer.alloc(behind))
const elsewhere = (length: number) => bytes(BEGINNING, Buffer.alloc(length), PLACE)

const PACKAGES: Record<string, (base64: string) => string> = {
  'an element': (b) => `<x:image>${b}</x:image>`,
  'an attribute': (b) => `<x:a x:image="${b}"/>`,
  'raw text': (b) => `<x:image><![CDATA[${b}]]></x:image>`,
  'an address': (b) => `<x:image>data:image/jpeg;base64,${b}</x:image>`,
  'an address with a reference': (b) => `<x:image>data&#58;image/jpeg;base64,${b}</x:image>`,
  'an attribute with an address': (b) => `<x:a x:image="data:;base64,${b}"/>`,
  quotes: (b) => `<x:image>"${b}"</x:image>`,
  'quotes of an attribute': (b) => `<x:a x:image="&quot;${b}&quot;"/>`,
  JSON: (b) => `<x:image>{"thumb":"${b}"}</x:image>`,
  'JSON with escapes': (b) => `<x:image>{"thumb":"${b.replaceAll('/', '\\/')}"}</x:image>`,
  'a sentence': (b) => `<x:image>The photo: ${b} (small)</x:image>`,
}

const SPELLINGS: Record<string, (base64: string) => string> = {
  'in one line': (b) => b,
  'on lines': (b) => b.replace(/.{76}/g, '$&\n'),
  'on lines of references': (b) => b.replace(/.{76}/g, '$&&#xA;'),
  'after an empty beginning': (b) => `${'\n &#10;'.repeat(50_000)}${b}`,
  'in references': (b) => b.replace(/./g, (digit) => `&#x${digit.charCodeAt(0).toString(16)};`),
  'without padding': (b) => b.replace(/=+$/, ''),
}

/** What may stand in the middle of a text, of which readers take both sides together. */
const CUTS: Record<string, string> = {
  'a comment': '<!-- x -->',
  'an empty comment': '<!---->',
  'an instruction': '<?x y?>',
  'raw text': '<![CDATA[]]>',
  'an empty element': '<x:a/>',
  'an element with a line break': '<x:a>\n</x:a>',
}

/** A place at the beginning and at the end, and where one stretch of the text ends and the next begins. */
const LENGTHS: [before: number, behind: number][] = [
  [10, 10],
  [100, 200_000],
  [12_000, 10],
  [200_000, 0],
  ...Array.from({ length: 20 }, (_, n): [number, number] => [49_110 + n * 4, 1000 + n]),
]

const within = (inner: string) => Buffer.from(`<x:meta xmlns:x="urn:x">${inner}<x:credit>Ann</x:credit></x:meta>`)

const blank = (markup: string) =>
  markup.replace(/^(<!--|<\?.)(.*)(-->|\?>)$/, (_, begin, inner, end) => begin + ' '.repeat(inner.length) + end)

async function blanked(packet: Buffer): Promise<string> {
  await blankPacket(packet)
  return packet.toString()
}

describe('media/located-picture', function () {
  this.timeout(60_000)

  for (const [where, write] of Object.entries(PACKAGES))
    for (const [how, spell] of Object.entries(SPELLINGS)) {
      if (where === 'raw text' && how.includes('reference')) continue
      if (where === 'raw text' && how.includes('empty')) continue
      it(`takes one with a place out of ${where}, ${how}${longUnlessDrawn(how, Object.keys(SPELLINGS), where)}`, async () => {
        for (const [before, behind] of oneIn(3, LENGTHS)) {
          const base64 = located(before, behind).toString('base64')
          const after = await blanked(within(write(spell(base64))))
          expect(after, `${before} bytes before it`).to.not.match(/4AAA|&#x/)
          expect(after).to.include('<x:credit>Ann</x:credit>')
        }
      })
      it(`keeps one without a place in ${where}, ${how}${longUnlessDrawn(how, Object.keys(SPELLINGS), where)}`, async () => {
        for (const length of [10, 1000, 70_000]) {
          const packet = within(write(spell(elsewhere(length).toString('base64'))))
          expect(await blanked(Buffer.from(packet))).to.equal(packet.toString())
        }
      })
    }

  for (const [what, cut] of Object.entries(CUTS))
    it(`takes one out that is cut by ${what}, and keeps others`, async () => {
      const cuts: ((base64: string) => string)[] = [
        (b) => `${cut}${b}`,
        (b) => `${b}${cut}`,
        (b) => `${b.slice(0, 2)}${cut}${b.slice(2)}`,
        (b) => `${b.slice(0, 40)}${cut}${b.slice(40)}`,
        (b) => b.replace(/.{61}/g, `$&${cut}`),
        (b) => `data:image/jpeg;base64,${b.slice(0, 30)}${cut}${b.slice(30)}`,
      ]
      for (const write of cuts)
        for (const length of [10, 1000, 70_000]) {
          const packet = (base64: string) => within(`<x:image>${write(base64)}</x:image>`)
          const after = await blanked(packet(located(length, 100).toString('base64')))
          expect(after.replace(/<[^>]+>/g, '')).to.match(/^\s+Ann$/)
          expect(after).to.include('<x:credit>Ann</x:credit>')
          const other = packet(elsewhere(length + 40).toString('base64'))
          expect(await blanked(Buffer.from(other))).to.equal(other.toString().replace(/<!--.*?-->|<\?x y\?>/g, blank))
        }
    })

  it('takes one out of which elements hold a part each', async () => {
    const base64 = located(500, 500).toString('base64')
    const cut = [base64.slice(0, 100), base64.slice(100, 900), base64.slice(900)]
    for (const image of [`${cut[0]}<x:a>${cut[1]}</x:a>${cut[2]}`, `<x:a>${cut[0]}</x:a>${cut[1]}${cut[2]}`]) {
      const after = await blanked(within(`<x:image>${image}</x:image>`))
      expect(after.replace(/<[^>]+>/g, '')).to.match(/^\s+Ann$/)
    }
  })

  it('takes out EXIF data, TIFF, HEIC and packets', async () => {
    for (const content of ['II*\0\b\0\0\0', 'MM\0*\0\0\0\b', 'Exif\0\0II*\0'])
      expect(await blanked(within(`<x:a>{"a":"${bytes(content, Buffer.alloc(40)).toString('base64')}"}</x:a>`))).to.match(/>\s+<\/x:a>/)
    for (const content of [
      '\0\0\0\x18ftypheic',
      '<?xpacket begin',
      '<x:xmpmeta ',
      '<rdf:RDF ',
      '<?xml version="1.0"?>',
      'RIFF1234WEBP',
      'GIF89a',
    ])
      expect(
        await blanked(within(`<x:a>{"a":"${bytes(content, Buffer.alloc(40), 'exif:GPSLatitude').toString('base64')}"}</x:a>`)),
      ).to.match(/>\s+<\/x:a>/)
  })

  it('takes out texts that name a place as programs do, and keeps sentences', async () => {
    const escaped = '&lt;rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&lt;e:City>Quito&lt;/e:City>&lt;/rdf:RDF>'
    const locating = ['{"GPSLatitude":"13.75"}', '{"a":{"lat":13.75}}', '{"lng": "-13"}', escaped, escaped.replaceAll('&lt;', '&amp;lt;')]
    for (const text of locating) expect(await blanked(within(`<x:a>${text}</x:a>`)), text).to.match(/>\s+<\/x:a>/)
    for (const text of ['The latitude is 13 degrees', 'Its location was removed, and its GPS position too', '{"late":1}']) {
      const packet = within(`<x:a x:b='${text}'>${text}</x:a>`)
      expect(await blanked(Buffer.from(packet))).to.equal(packet.toString())
    }
  })

  it('keeps what only begins like one', async () => {
    for (const text of ['/9j/', '/9j/ is how pictures begin', 'iVBORw0KGgo=', '&#x2F;9j/'.repeat(100)]) {
      const packet = within(`<x:a x:b="${text}">${text}</x:a>`)
      expect(await blanked(Buffer.from(packet))).to.equal(packet.toString())
    }
  })
})
