/** Pictures in base64 within a packet of XMP: those with a place go, wherever it stands in them and however they are spelled; others stay. */
import { expect } from 'chai'
import { blankPacket } from '../../../lib/features/media/xmp-place.ts'
import { bytes, PLACE } from './metadata-holders.ts'

const BEGINNING = [0xff, 0xd8, 0xff, 0xe1]

/** A picture with as many bytes before its place and as many behind it. */
const located = (before: number, behind: number) => bytes(BEGINNING, Buffer.alloc(before), `GPSLatitude ${PLACE}`, Buffer.alloc(behind))
const elsewhere = (length: number) => bytes(BEGINNING, Buffer.alloc(length), PLACE)

const PACKAGES: Record<string, (base64: string) => string> = {
  'an element': (b) => `<x:image>${b}</x:image>`,
  'an attribute': (b) => `<x:a x:image="${b}"/>`,
  'raw text': (b) => `<x:image><![CDATA[${b}]]></x:image>`,
}

const SPELLINGS: Record<string, (base64: string) => string> = {
  'in one line': (b) => b,
  'on lines': (b) => b.replace(/.{76}/g, '$&\n'),
  'on lines of references': (b) => b.replace(/.{76}/g, '$&&#xA;'),
  'after an empty beginning': (b) => `${'\n &#10;'.repeat(50_000)}${b}`,
  'in references': (b) => b.replace(/./g, (digit) => `&#x${digit.charCodeAt(0).toString(16)};`),
  'without padding': (b) => b.replace(/=+$/, ''),
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
      it(`takes one with a place out of ${where}, ${how}`, async () => {
        for (const [before, behind] of LENGTHS) {
          const base64 = located(before, behind).toString('base64')
          const after = await blanked(within(write(spell(base64))))
          expect(after, `${before} bytes before it`).to.not.match(/4AAA|&#x/)
          expect(after).to.include('<x:credit>Ann</x:credit>')
        }
      })
      it(`keeps one without a place in ${where}, ${how}`, async () => {
        for (const length of [10, 1000, 70_000]) {
          const packet = within(write(spell(elsewhere(length).toString('base64'))))
          expect(await blanked(Buffer.from(packet))).to.equal(packet.toString())
        }
      })
    }

  it('keeps what only begins like one', async () => {
    for (const text of ['/9j/', '/9j/ is how pictures begin', 'iVBORw0KGgo=', '&#x2F;9j/'.repeat(100)]) {
      const packet = within(`<x:a x:b="${text}">${text}</x:a>`)
      expect(await blanked(Buffer.from(packet))).to.equal(packet.toString())
    }
  })
})
