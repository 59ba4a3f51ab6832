/** Files of every kind, and those that pretend to be one: judged by what they hold, whatever they are called. */
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import { chunk, docx, gif, jpeg, openDocument, pdf, png, pngOf, pptx, svg, xlsx, zip } from '../../harness/files.ts'
import { pairwise } from '../../harness/start.ts'
import { expectNothingLeft, type Place, startPlace } from './place.ts'

const text = (content: string) => Buffer.from(content)
const tar = () =>
  Buffer.concat([
    text('file.txt'.padEnd(100, '\0') + '0000644\0' + '0000000\0'.repeat(2) + '00000000000\0' + '00000000000\0' + '      \0 0').subarray(
      0,
      156,
    ),
    Buffer.alloc(101),
    text('ustar\x0000'),
    Buffer.alloc(248),
    Buffer.alloc(1024),
  ])
const toFormat = async (format: 'webp' | 'avif' | 'gif' | 'tiff') =>
  sharp(await png(20, 10))
    .toFormat(format)
    .toBuffer()

const ALL = [
  'image/*',
  'image/svg+xml',
  'documents',
  'office',
  'archives',
  'text/html',
  'text/markdown',
  'application/json',
  'application/xml',
]

/** Named, made, and the type and extension that it is found to have. */
const ACCEPTED: [name: string, make: () => Buffer | Promise<Buffer>, mimeType: string, extension: string][] = [
  ['a.png', png, 'image/png', 'png'],
  ['a.jpeg', jpeg, 'image/jpeg', 'jpg'],
  ['a.webp', () => toFormat('webp'), 'image/webp', 'webp'],
  ['a.avif', () => toFormat('avif'), 'image/avif', 'avif'],
  ['a.gif', () => toFormat('gif'), 'image/gif', 'gif'],
  ['a.tiff', () => toFormat('tiff'), 'image/tiff', 'tif'],
  ['a.svg', () => svg, 'image/svg+xml', 'svg'],
  [
    'declared.svg',
    () => text(`<?xml version="1.0"?>\n<!-- made <b>here</b> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${svg}`),
    'image/svg+xml',
    'svg',
  ],
  ['a.pdf', () => pdf, 'application/pdf', 'pdf'],
  ['a.txt', () => text('Plain text, ไทย'), 'text/plain', 'txt'],
  ['a.csv', () => text('a;b\n1;2\n'), 'text/csv', 'csv'],
  ['a.md', () => text('# Title'), 'text/markdown', 'md'],
  ['a.json', () => text('{"a":1}'), 'application/json', 'json'],
  ['a.html', () => text('<!doctype html><p>x'), 'text/html', 'html'],
  ['a.xml', () => text('<?xml version="1.0"?><a/>'), 'application/xml', 'xml'],
  ['a.docx', () => docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['a.xlsx', () => xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['a.pptx', () => pptx, 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['a.odt', () => openDocument('text'), 'application/vnd.oasis.opendocument.text', 'odt'],
  ['a.ods', () => openDocument('spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['a.odp', () => openDocument('presentation'), 'application/vnd.oasis.opendocument.presentation', 'odp'],
  ['a.zip', () => zip([{ name: 'a.txt', content: text('x') }]), 'application/zip', 'zip'],
  ['a.gz', () => gzipSync('x'), 'application/gzip', 'gz'],
  ['a.tar', tar, 'application/x-tar', 'tar'],
  // Called otherwise than they are: the contents decide.
  ['picture.pdf', png, 'image/png', 'png'],
  ['evil.png.exe', png, 'image/png', 'png'],
  ['no extension', jpeg, 'image/jpeg', 'jpg'],
  ['page.png', () => text('<script>alert(1)</script>'), 'text/plain', 'txt'],
  ['script.js', () => text('alert(1)'), 'text/plain', 'txt'],
  ['drawing.txt', () => svg, 'image/svg+xml', 'svg'],
  ['picture and page.html', async () => Buffer.concat([await png(), text('<script>alert(1)</script>')]), 'image/png', 'png'],
  ['gifar.jar', async () => Buffer.concat([gif(1), zip([{ name: 'A.class', content: text('x') }])]), 'image/gif', 'gif'],
  ['many frames.gif', () => gif(10_000), 'image/gif', 'gif'],
  [
    'script inside.svg',
    () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'),
    'image/svg+xml',
    'svg',
  ],
  [
    'all that XML has.svg',
    () =>
      text(
        `\ufeff<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC "ab" 'c' [ <!-- > ' --> <!ATTLIST svg a CDATA "b"> ]>\n<!-- - > -->\n` +
          `<svg\n xmlns = "http://www.w3.org/2000/svg" title='"a" > b &amp; &#8364; &#x20AC;' viewBox="0 0 40 20" >` +
          `<?a <b> ?><style><![CDATA[ a > b { } <c ]]></style><a:b ไทย="x" /><g/><g></g ></svg>\n<!-- end -->\n`,
      ),
    'image/svg+xml',
    'svg',
  ],
  ['lying.zip', () => zip([{ name: '../../etc/passwd', content: text('x'), size: 4_000_000_000 }]), 'application/zip', 'zip'],
  ['bomb.zip', () => zip([{ name: 'zeros', content: Buffer.alloc(20_000_000) }]), 'application/zip', 'zip'],
]

/** Drawings that no browser shows. */
const MALFORMED = [
  '<svg>',
  '<svg><g></svg>',
  '<svg><g><g></g></svg>',
  '<svg></g></svg>',
  '<svg/><svg/>',
  '<svg/>text',
  '<svg></svg',
  '<svg a="b"',
  '<svg a>x</svg>',
  '<svg a=b/>',
  '<svg a="1" a="2"/>',
  '<svg a="1"b="2"/>',
  '<svg a="<"/>',
  '<svg a="x/>',
  '<svg>&nbsp;</svg>',
  '<svg>a & b</svg>',
  '<svg a="&"/>',
  '<svg><!-- a -- b --></svg>',
  '<svg><!-- a</svg>',
  '<svg><![CDATA[ a</svg>',
  '<svg>]]></svg>',
  '<svg/><![CDATA[ a ]]>',
  '<svg><? a</svg>',
  '<svg>< g/></svg>',
  '<svg><1/></svg>',
  '<svg><!DOCTYPE svg></svg>',
  `<svg>${'<g>'.repeat(1001)}${'</g>'.repeat(1001)}</svg>`,
]

/** A TIFF of one directory with these numbers. */
function tiff(entries: [tag: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(entries.length, 8)
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(3, at + 2)
    bytes.writeUInt32LE(1, at + 4)
    bytes.writeUInt16LE(value, at + 8)
  }
  return bytes
}

/** What is let in nowhere, and a word of the answer. */
const UNSOUND: [name: string, make: () => Buffer | Promise<Buffer>, says: RegExp][] = [
  ['empty.png', () => Buffer.alloc(0), /is empty/],
  ['program.png', () => Buffer.concat([text('MZ'), Buffer.alloc(200, 1)]), /contents of no known type|has the type/],
  ['binary.txt', () => Buffer.from([0x41, 0, 0x42]), /contents of no known type/],
  ['latin1.txt', () => Buffer.from([0x63, 0x61, 0x66, 0xe9]), /contents of no known type/],
  ['truncated.png', async () => (await noisy('png')).subarray(0, 3000), /damaged/],
  ['truncated.jpg', async () => (await noisy('jpeg')).subarray(0, 3000), /damaged/],
  ['truncated.webp', async () => (await noisy('webp')).subarray(0, 3000), /damaged/],
  ['truncated.avif', async () => (await noisy('avif')).subarray(0, 2000), /damaged/],
  ['head alone.png', async () => (await png()).subarray(0, 33), /damaged|no known type/],
  [
    'many chunks.png',
    async () =>
      Buffer.concat([(await png()).subarray(0, 33), Buffer.alloc(20_000 * 12, chunk('tEXt', Buffer.alloc(0))), (await png()).subarray(33)]),
    /has too many parts; save it again/,
  ],
  ['bomb.png', () => Buffer.concat([pngOf(30_000, 30_000), Buffer.alloc(30_000)]), /268 million pixels/],
  ['nothing inside.png', () => pngOf(10, 10), /damaged/],
  [
    'nothing inside.jpg',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]),
    /damaged/,
  ],
  [
    'entities.svg',
    () => text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    /declares entities/,
  ],
  ['utf-16.svg', () => Buffer.from(`\ufeff${svg}`, 'utf16le'), /no known type/],
  ['utf-16 big-endian.svg', () => Buffer.from(`\ufeff${svg}`, 'utf16le').swap16(), /no known type/],
  ['utf-16.html', () => Buffer.from('\ufeff<script>alert(1)</script>', 'utf16le'), /no known type/],
  ['laughs.svg', () => text('<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>'), /declares entities/],
  [
    'movie.mp4',
    () => Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypmp42'), Buffer.alloc(12), text('mp42isom')]),
    /has the type video\/mp4/,
  ],
  ...MALFORMED.map((content, index): [string, () => Buffer, RegExp] => [`malformed ${index}.svg`, () => text(content), /not well-formed/]),
  ['one entry.tif', () => tiff([[256, 40]]), /damaged/],
  ['no entries.tif', () => tiff([]), /damaged/],
  ['head alone.tif', () => tiff([]).subarray(0, 8), /damaged|no known type/],
  ['a beginning.bmp', () => Buffer.concat([text('BM'), Buffer.alloc(10)]), /damaged|no known type/],
  ['page.rar', () => Buffer.concat([text('Rar!'), Buffer.from([0x1a, 7, 1, 0]), Buffer.alloc(50)]), /has the type/],
]

async function noisy(format: 'png' | 'jpeg' | 'webp' | 'avif'): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format)
    .toBuffer()
}

const NAMES: [given: string, stored: RegExp][] = [
  ['../../etc/passwd.png', /^passwd-[0-9a-f]{8}\.png$/],
  ['..\\..\\windows\\system.png', /^system-[0-9a-f]{8}\.png$/],
  ['a\0b.png', /^ab-[0-9a-f]{8}\.png$/],
  [`${'x'.repeat(300)}.png`, /^x{60}-[0-9a-f]{8}\.png$/],
  ['ภาพแมวน่ารัก.png', /^ภาพแมวน่ารัก-[0-9a-f]{8}\.png$/],
  ['𝒳'.repeat(100), /^(𝒳){45}-[0-9a-f]{8}\.png$/u],
  ['gnp.exe\u202Egpj.png', /^gnp-exegpj-[0-9a-f]{8}\.png$/],
  ['.htaccess', /^htaccess-[0-9a-f]{8}\.png$/],
  ['...', /^file-[0-9a-f]{8}\.png$/],
  ['a"b<c>d|e?.png', /^a-b-c-d-e-[0-9a-f]{8}\.png$/],
  ['%2e%2e%2fa.png', /^2e-2e-2fa-[0-9a-f]{8}\.png$/],
  ['con.png', /^con-[0-9a-f]{8}\.png$/],
  ['E\u0301te\u0301.png', /^Été-[0-9a-f]{8}\.png$/],
]

describe('media: the corpus', () => {
  pairwise((host, database) => {
    let place: Place
    before(async () => {
      place = await startPlace(host, database, { upload: { mimeTypes: ALL } })
    })
    after(() => place.done())

    for (const [name, make, mimeType, extension] of ACCEPTED) {
      it(`finds ${name} to be ${mimeType}`, async () => {
        const content = await make()
        const { status, body } = await place.admin.upload(content, name)
        expect(status, JSON.stringify(body)).to.equal(201)
        expect([body.mimeType, body.filename.split('.').at(-1)]).to.deep.equal([mimeType, extension])
        const file = await place.visitor.get(body.url)
        expect(file.headers['content-type']!.split(';')[0]).to.equal(mimeType)
        expect(file.headers['x-content-type-options']).to.equal('nosniff')
        if (['text/html', 'image/svg+xml', 'application/xml'].includes(mimeType))
          expect(file.headers['content-disposition']).to.match(/^attachment/)
        expect((await place.admin.delete(`/media/${body.id}`)).status).to.equal(200)
        await expectNothingLeft(place)
      })
    }

    for (const [name, make, says] of UNSOUND) {
      it(`refuses ${name}`, async () => {
        const { status, body } = await place.admin.upload(await make(), name)
        expect([status, body.errors?.[0]?.field]).to.deep.equal([400, 'file'])
        expect(body.errors[0].message).to.match(says)
        await expectNothingLeft(place)
        expect(place.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }

    for (const [given, stored] of NAMES) {
      it(`stores ${JSON.stringify(given.slice(0, 30))} under a harmless name`, async () => {
        const body = (await place.cms.upload({ filename: given, content: await png(10, 10) })) as any
        expect(body.filename).to.match(stored)
        expect(body.originalName).not.to.match(/[\p{Cc}\p{Cf}/\\]/u)
        expect((await place.visitor.get(body.url)).status).to.equal(200)
        await place.cms.delete('media', body.id)
      })
    }

    it('does not take SVG for one of image/*, and says how it would', async () => {
      const narrow = await startPlace(host, database, {})
      const { status, body } = await narrow.admin.upload(svg, 'a.svg')
      expect(status).to.equal(400)
      expect(body.errors[0].message).to.include("add 'image/svg+xml' to upload.mimeTypes")
      const other = await narrow.admin.upload(text('x'), 'a.txt')
      expect(other.body.errors[0].message).to.equal('has the type text/plain; accepted are: image/*, application/pdf')
      await expectNothingLeft(narrow)
      await narrow.done()
    })
  })
})
