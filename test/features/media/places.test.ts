/** Every way to write down where a picture was taken, in every part of a picture that can hold it: none is left, and credits stay. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import sharp from 'sharp'
import { removeLocation } from '../../../lib/features/media/location.ts'
import { longUnlessDrawn, oneIn } from '../../harness/depth.ts'
import { chunk, exifWithLocation, jpeg, png } from '../../harness/files.ts'
import { temporaryFile } from '../../harness/start.ts'
import {
  app,
  big,
  box,
  bytes,
  CREDIT,
  dataSet,
  HIDES_XMP,
  HOLDS_EXIF,
  HOLDS_IPTC,
  HOLDS_MANIFEST,
  HOLDS_TEXT,
  HOLDS_TRACKS,
  HOLDS_VIDEO,
  HOLDS_XMP,
  inJpeg,
  inPng,
  iptc,
  makerNote,
  type Pictures,
  PLACE,
  XMP_MARK,
} from './metadata-holders.ts'
import { readings, tellsPlace } from './place-readings.ts'

const PROPERTIES: [uri: string, prefix: string, name: string][] = [
  ...['GPSLatitude', 'GPSLongitude', 'GPSAltitude', 'GPSDestLatitude', 'GPSAreaInformation'].map((name): [string, string, string] => [
    'http://ns.adobe.com/exif/1.0/',
    'exif',
    name,
  ]),
  ...['City', 'State', 'Country'].map((name): [string, string, string] => ['http://ns.adobe.com/photoshop/1.0/', 'photoshop', name]),
  ...['Location', 'CountryCode'].map((name): [string, string, string] => [
    'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
    'Iptc4xmpCore',
    name,
  ]),
  ...['LocationCreated', 'LocationShown', 'City', 'Sublocation', 'ProvinceState', 'CountryName', 'WorldRegion'].map(
    (name): [string, string, string] => ['http://iptc.org/std/Iptc4xmpExt/2008-02-29/', 'Iptc4xmpExt', name],
  ),
  ['http://purl.org/dc/elements/1.1/', 'dc', 'coverage'],
  ['http://www.dji.com/drone-dji/1.0/', 'drone-dji', 'GpsLongtitude'],
  ['http://www.w3.org/2003/01/geo/wgs84_pos#', 'geo', 'lat'],
  ['http://www.georss.org/georss', 'georss', 'point'],
  ['http://ns.adobe.com/xmp/1.0/DynamicMedia/', 'xmpDM', 'shotLocation'],
]

type Property = (typeof PROPERTIES)[number]

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const credits = `xmlns:dc="http://purl.org/dc/elements/1.1/" dc:rights="${CREDIT}"`
const rdf = (attributes: string, inner = '') =>
  `<rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about="" ${credits} ${attributes}>${inner}</rdf:Description></rdf:RDF>`
const packet = (attributes: string, inner = '') =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf(attributes, inner)}</x:xmpmeta><?xpacket end="w"?>`
const element = (write: (open: string, close: string) => string) => (uri: string, prefix: string, name: string) =>
  packet(`xmlns:${prefix === 'dc' ? 'dc2' : prefix}="${uri}"`, write(`${prefix}:${name}`, `</${prefix}:${name}>`))
const references = (radix: 10 | 16) => [...PLACE].map((one) => `&#${radix === 16 ? 'x' : ''}${one.charCodeAt(0).toString(radix)};`).join('')

type Spelling = (uri: string, prefix: string, name: string) => string | Buffer

/** All readers agree on these, so that only the place goes. */
const READABLE: Record<string, Spelling> = {
  'an attribute': (uri, prefix, name) =>
    packet(`xmlns:p="${uri}" p:${name}="${PLACE}"`.replaceAll('p:', `${prefix}1:`).replace(':p=', `:${prefix}1=`)),
  'an attribute of its usual prefix': (uri, prefix, name) =>
    packet(`${prefix === 'dc' ? '' : `xmlns:${prefix}="${uri}"`} ${prefix}:${name}="${PLACE}"`),
  'an attribute in single quotes': (uri, _prefix, name) => packet(`xmlns:e="${uri}" e:${name}='"${PLACE}'`),
  'an attribute with an apostrophe': (uri, _prefix, name) => packet(`xmlns:e="${uri}" e:${name}="L'${PLACE}"`),
  'an attribute with spaces': (uri, _prefix, name) => packet(`xmlns:e = "${uri}"\n e:${name}\n=\t"${PLACE}"\n`),
  'an attribute with an angle bracket': (uri, _prefix, name) => packet(`xmlns:e="${uri}" e:a=">" e:${name}="> ${PLACE}"`),
  'an attribute of references': (uri, _prefix, name) => packet(`xmlns:e="${uri}" e:${name}="${references(10)}"`),
  'a namespace of references': (uri, _prefix, name) => packet(`xmlns:e="${uri.replace('t', '&#116;')}" e:${name}="${PLACE}"`),
  'an element': element((open, close) => `<${open}>${PLACE}${close}`),
  'an element with a space': element((open, close) => `<${open} >${PLACE}${close.replace('>', ' >')}`),
  'an element with a line break': element((open, close) => `<${open}\n>\n${PLACE}${close}`),
  'an element with a type': element((open, close) => `<${open} rdf:datatype="a>b">${PLACE}${close}`),
  'an element with a language': element((open, close) => `<${open} xml:lang='x-default'>${PLACE}${close}`),
  'an element with a value inside': element((open, close) => `<${open}><rdf:value>${PLACE}</rdf:value>${close}`),
  'an element with a value inside a resource': element(
    (open, close) => `<${open} rdf:parseType="Resource"><rdf:value>${PLACE}</rdf:value>${close}`,
  ),
  'an element that names a resource': element((open) => `<${open} rdf:resource="${PLACE}"/>`),
  'an element with a list': element((open, close) => `<${open}><rdf:Bag><rdf:li>${PLACE}</rdf:li><rdf:li/></rdf:Bag>${close}`),
  'an element with alternatives': element((open, close) => `<${open}><rdf:Alt><rdf:li xml:lang="es">${PLACE}</rdf:li></rdf:Alt>${close}`),
  'an element with a structure': element((open, close) => `<${open}><rdf:Description rdf:value="${PLACE}"/>${close}`),
  'an element within itself': element((open, close) => `<${open}><${open}/>${PLACE}${close}`),
  'an element of raw text': element((open, close) => `<${open}><![CDATA[${PLACE}]]>${close}`),
  'an element of two raw texts': element((open, close) => `<${open}><![CDATA[Qu]]><![CDATA[ito]]>${close}`),
  'an element behind a comment': element((open, close) => `<${open}><!-- > -->${PLACE}${close}`),
  'an element with a comment inside': element((open, close) => `<${open}>Qu<!---->ito${close}`),
  'an element with an instruction': element((open, close) => `<${open}><?a <b> ?>${PLACE}${close}`),
  'an element of references': element((open, close) => `<${open}>${references(16)}${close}`),
  'an element of a default namespace': (uri, _prefix, name) => packet('', `<${name} xmlns="${uri}">${PLACE}</${name}>`),
  'an element of a prefix that changes': (uri, _prefix, name) =>
    packet('xmlns:e="http://x.org/"', `<e:a xmlns:e="${uri}"><e:${name}>${PLACE}</e:${name}></e:a>`),
  'a part of the history': (uri, _prefix, name) =>
    packet(
      'xmlns:m="http://ns.adobe.com/xap/1.0/mm/"',
      `<m:Pantry><rdf:Bag><rdf:li><rdf:Description xmlns:e="${uri}" e:${name}="${PLACE}"/></rdf:li></rdf:Bag></m:Pantry>`,
    ),
  'a comment': (uri, _prefix, name) => packet('', `<!-- <e:${name} xmlns:e="${uri}">${PLACE}</e:${name}> -->`),
  'an instruction': (uri, _prefix, name) => packet('', `<?e <e:${name} xmlns:e="${uri}">${PLACE}</e:${name}> ?>`),
  'a packet without wrapping': (uri, _prefix, name) => rdf(`xmlns:e="${uri}" e:${name}="${PLACE}"`),
  'a packet of other prefixes': (uri, _prefix, name) =>
    `<meta xmlns="adobe:ns:meta/"><r:RDF xmlns:r="${RDF}"><r:Description ${credits} xmlns:e="${uri}" e:${name}="${PLACE}"/></r:RDF></meta>`,
  'a packet with a declaration': (uri, _prefix, name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${rdf(`xmlns:e="${uri}" e:${name}="${PLACE}"`)}`,
}

const attribute: Spelling = (uri, _prefix, name) => rdf(`xmlns:e="${uri}" e:${name}="${PLACE}"`)

/** Readers may see more in these than others do, so that the packet goes as a whole. */
const DOUBTFUL: Record<string, Spelling> = {
  'UTF-16, little-endian': (...property) => Buffer.from(`\ufeff${attribute(...property)}`, 'utf16le'),
  'UTF-16, big-endian': (...property) => Buffer.from(`\ufeff${attribute(...property)}`, 'utf16le').swap16(),
  'UTF-16 without a mark': (...property) => Buffer.from(String(attribute(...property)), 'utf16le'),
  'bytes that are no text': (...property) => bytes(String(attribute(...property)).replace('Ann', '\xff')),
  'a declared encoding': (...property) => `<?xml version="1.0" encoding="EBCDIC-CP-US"?>${attribute(...property)}`,
  'an entity': (...property) => `<!DOCTYPE r [<!ENTITY p "${PLACE}">]>${String(attribute(...property)).replace(`"${PLACE}"`, '"&p;"')}`,
  'an open tag': (...property) => String(attribute(...property)).replace('</rdf:RDF>', ''),
  'a stray bracket': (...property) => String(attribute(...property)).replace(CREDIT, '<'),
  'an attribute without quotes': (uri, _prefix, name) => rdf(`xmlns:e="${uri}" e:${name}=${PLACE}`),
  'two packets': (...property) => `${attribute(...property)}${attribute(...property)}`,
}

describe('the places that a picture names', function () {
  this.timeout(60_000)
  const file = temporaryFile('.picture')
  let pictures: Pictures
  before(async () => {
    const picture = await png(16, 16)
    pictures = { jpeg: await jpeg(16, 16), png: picture, webp: await sharp(picture).webp().toBuffer() }
  })
  after(() => rm(file, { force: true }))

  /** What is stored; nothing where the picture is refused. */
  async function stored(content: Buffer): Promise<Buffer | undefined> {
    await writeFile(file, content)
    try {
      await removeLocation(file)
    } catch (error: any) {
      expect([error.code, error.errors?.[0].field], error.stack).to.deep.equal(['BAD_REQUEST', 'file'])
      return undefined
    }
    return readFile(file)
  }

  async function expectRemoved(content: Buffer, about: string, { kept = false } = {}): Promise<void> {
    expect(tellsPlace(content), `${about}: the test itself`).to.equal(true)
    const after = await stored(content)
    if (!after && !kept) return
    expect(after?.length, about).to.equal(content.length)
    expect(tellsPlace(after!), `${about}: ${JSON.stringify(after!.toString('latin1'))}`).to.equal(false)
    if (kept)
      expect(
        readings(after!).some((text) => text.includes(CREDIT)),
        `${about} keeps the credit`,
      ).to.equal(true)
    // Zeros in XMP spoil a GIF before anything is removed.
    if (/^(\xff\xd8\xff|\x89PNG|RIFF)/.test(after!.toString('latin1', 0, 4)) || (kept && after!.includes('GIF89a')))
      await sharp(after, { failOn: 'warning' }).stats()
  }

  const written = (spelling: Spelling, property: Property) => Buffer.from(spelling(...property))
  const [LATITUDE] = PROPERTIES as [Property]

  for (const [how, spelling] of Object.entries(READABLE)) {
    it(`are removed from ${how}, whichever property it is${longUnlessDrawn(how, Object.keys(READABLE), 'places')}`, async () => {
      for (const property of oneIn(3, PROPERTIES))
        await expectRemoved(await HOLDS_XMP['APP1 of a JPEG']!(written(spelling, property), pictures), property.slice(1).join(':'), {
          kept: true,
        })
    })
  }

  for (const [where, hold] of Object.entries(HOLDS_XMP)) {
    it(`are removed from XMP in ${where}, however they are written${longUnlessDrawn(where, Object.keys(HOLDS_XMP), 'places')}`, async () => {
      for (const [how, spelling] of Object.entries(READABLE))
        await expectRemoved(await hold(written(spelling, LATITUDE), pictures), how, { kept: true })
      for (const [how, spelling] of Object.entries(DOUBTFUL)) await expectRemoved(await hold(written(spelling, LATITUDE), pictures), how)
    })
  }

  for (const [where, hold] of Object.entries(HIDES_XMP)) {
    it(`are removed from ${where} @long`, async () => {
      for (const [how, spelling] of Object.entries({ ...READABLE, ...DOUBTFUL })) {
        // An attacker's own packing is judged by its bytes.
        await expectRemoved(await hold(written(spelling, LATITUDE), pictures), how)
      }
    })
  }

  it('are removed from an AVIF', async () => {
    for (const [how, spelling] of Object.entries(READABLE)) {
      const xmp = String(written(spelling, LATITUDE))
      await expectRemoved(await sharp(pictures.png).withXmp(xmp).avif().toBuffer(), how, { kept: true })
    }
    const packet = written(READABLE[Object.keys(READABLE)[0]!]!, LATITUDE)
    await expectRemoved(bytes(await sharp(pictures.png).avif().toBuffer(), box('skip', packet)), 'an empty box', { kept: true })
  })

  it('are removed from what a drawing says about itself, and the drawing stays as it is', async () => {
    for (const [how, spelling] of Object.entries(READABLE)) {
      const xmp = String(written(spelling, LATITUDE)).replace(/^<\?xml[^>]*>/, '')
      const rect = '<!-- a house --><rect id="location" width="4" height="2" data-city="Lima"/><city/>'
      const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><metadata>${xmp}</metadata>${rect}</svg>`)
      await expectRemoved(drawing, how, { kept: true })
      expect((await stored(drawing))!.includes(rect)).to.equal(true)
    }
  })

  for (const [where, hold] of Object.entries(HOLDS_IPTC)) {
    it(`are removed from IPTC data in ${where}`, async () => {
      for (const kind of [26, 27, 90, 92, 95, 100, 101])
        for (const isLong of [false, true]) await expectRemoved(await hold(iptc(kind, isLong), pictures), `2:${kind}`, { kept: true })
      await expectRemoved(await hold(bytes(iptc(90, false), '?', dataSet(2, 90, PLACE)), pictures), 'behind damage')
    })
  }

  for (const [where, hold] of Object.entries(HOLDS_EXIF)) {
    it(`are removed from EXIF in ${where}`, async () => {
      for (const isLittle of [true, false]) await expectRemoved(await hold(exifWithLocation(isLittle), pictures), String(isLittle))
    })
  }

  for (const [where, hold] of Object.entries(HOLDS_EXIF)) {
    if (where === 'a TIFF') continue
    it(`are removed from the notes of a camera's maker in ${where}`, async () => {
      for (const isLittle of [true, false]) await expectRemoved(await hold(makerNote(isLittle), pictures), String(isLittle))
    })
  }

  for (const [where, hold] of Object.entries(HOLDS_MANIFEST)) {
    it(`are removed from a signed history in ${where}, and others stay`, async () => {
      for (const facts of [`{"EXIF:GPSLatitude":"${PLACE}"}`, `\x6fexif:GPSLatitude\x65${PLACE}`, `\x64City\x65${PLACE}`])
        await expectRemoved(await hold(bytes(facts), pictures), facts)
      const harmless = await hold(bytes(`{"author":"${CREDIT}","from":"Ghent"}`), pictures)
      expect((await stored(harmless))!.equals(harmless)).to.equal(true)
    })
  }

  for (const [where, hold] of Object.entries(HOLDS_VIDEO)) {
    it(`are removed from ${where}`, async () => {
      await expectRemoved(await hold(box('\xa9xyz', big(PLACE.length, 2), [0x15, 0xc7], PLACE), pictures), '©xyz')
      await expectRemoved(await hold(box('loci', Buffer.alloc(6), PLACE, Buffer.alloc(14)), pictures), 'loci')
      const key = 'com.apple.quicktime.location.ISO6709'
      const keys = box('keys', big(0), big(1), box('mdta', key))
      const values = box('ilst', box('\0\0\0\x01', box('data', big(1), big(0), PLACE)))
      const handler = box('hdlr', big(0), big(0), 'mdta', Buffer.alloc(13))
      for (const lists of [
        [keys, values],
        [values, keys],
      ])
        await expectRemoved(await hold(box('meta', handler, ...lists), pictures), key)
    })
  }

  it("are removed from a JPEG XR, with the notes of the camera's maker", async () => {
    for (const exif of [exifWithLocation(true), makerNote(true)]) await expectRemoved(bytes('II\xbc\x01', exif.subarray(4)), 'a JPEG XR')
  })

  it('are removed from pictures within XMP, and from the signed history of a drawing', async () => {
    const photo = (await HOLDS_EXIF['APP1 of a JPEG']!(exifWithLocation(true), pictures)).toString('base64')
    const image = `<g:image xmlns:g="http://ns.adobe.com/xap/1.0/g/img/">${photo.replace(/.{76}/g, '$&&#xA;')}</g:image>`
    for (const xmp of [packet(`xmlns:i="http://ns.google.com/photos/1.0/image/" i:Data="${photo}"`), packet('', image)]) {
      const after = await stored(inJpeg(pictures.jpeg, app(1, XMP_MARK, Buffer.from(xmp))))
      expect(after!.includes('/9j/')).to.equal(false)
      expect(after!.includes(CREDIT)).to.equal(true)
    }
    const history = `<svg xmlns="http://www.w3.org/2000/svg"><metadata><c2pa:manifest xmlns:c2pa="http://c2pa.org/manifest">QUJD</c2pa:manifest></metadata></svg>`
    expect((await stored(Buffer.from(history)))!.includes('QUJD')).to.equal(false)
  })

  it('are removed from pictures within XMP however the XMP holds them', async () => {
    const photo = (await HOLDS_EXIF['APP1 of a JPEG']!(exifWithLocation(true), pictures)).toString('base64')
    const ways = [
      `data:image/jpeg;base64,${photo}`,
      `"${photo}"`,
      `{"thumb":"${photo}"}`,
      ...['<!-- x -->', '<?x?>', '<x:a/>'].map((cut) => `${photo.slice(0, 40)}${cut}${photo.slice(40)}`),
    ]
    for (const [where, hold] of Object.entries(HOLDS_XMP))
      for (const image of ways) {
        const xmp = packet('xmlns:g="http://ns.adobe.com/xap/1.0/g/img/"', `<g:image>${image}</g:image>`)
        const after = await stored(await hold(Buffer.from(xmp), pictures))
        const text = after!.toString('latin1')
        for (const part of [photo.slice(4, 36), photo.slice(44, 80)])
          expect(text.includes(part), `${where}: ${image.slice(0, 70)}`).to.equal(false)
        if (!where.startsWith('extended XMP of small')) expect(text).to.include(CREDIT.slice(4, 9))
      }
  })

  it('are removed from texts that programs have written, and others stay @long', async () => {
    const photo = (await HOLDS_EXIF['APP1 of a JPEG']!(exifWithLocation(true), pictures)).toString('base64')
    const locating = [
      '{"GPSLatitude":"13.75"}',
      '{"lat":13.75,"lng":100.5}',
      'GPSLatitude=13.7563',
      'a walk, geo:13.7563,100.5018',
      '+13.7563+100.5018/',
      'lat=13.7563 lon=100.5018',
      'Lat: 13.7563, Lon: 100.5018',
      'POINT(100.5018 13.7563)',
      '{"type":"Point","coordinates":[100.5018,13.7563]}',
      'https://maps.google.com/?q=13.7563,100.5018',
      'https://www.google.com/maps/@13.7563,100.5018,15z',
      'https://www.openstreetmap.org/#map=15/13.7563/100.5018',
      `{"thumb":"${photo}"}`,
    ]
    for (const [where, write] of Object.entries(HOLDS_TEXT)) {
      for (const text of locating) {
        const after = await stored(write(text, pictures))
        expect(
          readings(after!).some((reading) => reading.replaceAll('\0', '').includes(text.slice(2, 12))),
          `${where}: ${text.slice(0, 30)}`,
        ).to.equal(false)
        await sharp(after, { failOn: 'warning' }).stats()
      }
      for (const text of [
        'Taken in the country, at 13 degrees of latitude',
        'Room 13.5, +49 and geo: no',
        'lat: 3, "lat" is a word',
        'the point (3.1 and 4), flat=13.7563',
        'see maps.google.com',
      ]) {
        const kept = write(text, pictures)
        expect((await stored(kept))!.equals(kept), `${where}: ${text}`).to.equal(true)
      }
    }
  })

  it('are removed from parts that only their makers understand', async () => {
    for (const [where, hold] of Object.entries(HOLDS_TRACKS)) await expectRemoved(await hold(Buffer.from(`GPS5 ${PLACE}`), pictures), where)
  })

  it('are removed from a packet in a comment of a drawing', async () => {
    const drawing = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${inner}--><rect width="4"/></svg>`)
    await expectRemoved(drawing(packet('', `<e:City>${PLACE}</e:City>`)), 'a comment')
    expect(String(await stored(drawing('a house')))).to.include('a house')
  })

  it('are removed from texts of a PNG that are called so', async () => {
    for (const keyword of ['GPSLatitude', 'exif:GPSLatitude', 'Location'])
      await expectRemoved(inPng(pictures.png, chunk('tEXt', bytes(`${keyword}\0${PLACE}`))), keyword)
  })

  it('are told apart from the addresses of people', async () => {
    const address = '<c:CreatorContactInfo c:CiAdrCity="Quito" xmlns:c="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"/>'
    const picture = inJpeg(pictures.jpeg, app(1, XMP_MARK, Buffer.from(packet('xmlns:p="http://x.org/" p:LicensorCity="Quito"', address))))
    expect((await stored(picture))!.equals(picture)).to.equal(true)
  })
})
