/** No request stalls the others: whatever it sends, the event loop is never busy with it for long, and it is never answered with 500. */
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { isDrawn, oneIn } from '../harness/depth.ts'
import { chunk, png, pngOf } from '../harness/files.ts'
import { longestTurn, Measured, type Sent } from '../harness/measured.ts'
import { DURABLE } from '../harness/start.ts'

const row = { name: 'v', maxLength: 10 }
const collections = [
  { slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
  {
    slug: 'pages',
    access: { create: 'anyone' },
    fields: [{ name: 'items', type: 'array', fields: [row, { name: 'inner', type: 'array', fields: [row] }] }],
  },
  {
    slug: 'posts',
    access: { read: 'anyone', create: 'anyone', update: 'anyone' },
    versions: true,
    fields: [
      { name: 'title', required: true },
      { name: 'slug', type: 'slug', from: 'title' },
      { name: 'text', type: 'textarea' },
      { name: 'u', unique: true },
      { name: 'n', type: 'number' },
      { name: 'body', type: 'richText' },
      {
        name: 'story',
        type: 'richText',
        blocks: [
          {
            slug: 'quote',
            fields: [
              { name: 'v', required: true },
              { name: 'tag', type: 'relationship', to: 'tags' },
            ],
          },
        ],
      },
      { name: 'free', type: 'json' },
      { name: 'tag', type: 'relationship', to: 'tags' },
      { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
      { name: 'moods', type: 'select', hasMany: true, options: ['calm', 'wild'] },
      { name: 'wide', type: 'select', hasMany: true, options: ['calm', 'wild'], maxRows: 50_000 },
      { name: 'wideTags', type: 'relationship', to: 'tags', hasMany: true, maxRows: 50_000 },
      { name: 'wideRows', type: 'array', maxRows: 50_000, fields: [row] },
      {
        name: 'items',
        type: 'array',
        fields: [row, { name: 'inner', type: 'array', fields: [row, { name: 'deep', type: 'array', fields: [row] }] }],
      },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [row, { name: 'tag', type: 'relationship', to: 'tags' }] }] },
    ],
  },
]

collections.push({
  slug: 'long',
  drafts: true,
  versions: true,
  useAsTitle: 'title',
  access: { read: 'anyone' },
  fields: [
    { name: 'title' },
    { name: 'tag', type: 'relationship', to: 'tags' },
    { name: 'rows', type: 'array', maxRows: 50_000, fields: [row, { name: 'tag', type: 'relationship', to: 'tags' }] },
  ],
} as never)

collections.push({
  slug: 'ring',
  access: { read: 'anyone', create: 'anyone' },
  fields: [
    { name: 'text', type: 'textarea' },
    { name: 'ring', type: 'relationship', to: 'ring', hasMany: true },
    { name: 'rows', type: 'array', fields: [{ name: 'ring', type: 'relationship', to: 'ring', hasMany: true }] },
  ],
} as never)
collections.push({ slug: 'heavy', access: { read: 'anyone' }, fields: [{ name: 'text', type: 'textarea' }] } as never)

const MB = 1024 * 1024
const config = {
  collections,
  apiKeys: true,
  auth: { rbac: true },
  upload: { mimeTypes: ['image/*', 'image/svg+xml'], maxFileSize: 50 * MB },
}

const picture = await png(8, 8)

function inChunk(type: string, content: Buffer): Buffer {
  const head = 33
  return Buffer.concat([picture.subarray(0, head), chunk(type, content), picture.subarray(head)])
}
const inXmp = (packet: string) => inChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`))
const repeated = (part: string, size: number, between = ',') =>
  Array.from({ length: Math.floor(size / (part.length + between.length)) }, () => part).join(between)
const post = (body: string, at = '/posts'): Sent => ({ method: 'POST', path: at, body })
const field = (name: string, value: string) => post(`{"title":"x","${name}":${value}}`)
const list = (name: string, part: string, size = MB - 200) => field(name, `[${repeated(part, size)}]`)
const many = (name: string, part: string) => field(name, `[${Array.from({ length: 40_000 }, () => part).join()}]`)
const nested = (begin: string, end: string, levels: number, inner = '1') => begin.repeat(levels) + inner + end.repeat(levels)
const query = (text: string): Sent => ({ path: `/posts?select=title&limit=1&${text}` })
const form = (parts: Buffer[]): Sent => ({
  method: 'POST',
  path: '/media',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
})
const part = (name: string, content: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const paragraph = '{"type":"paragraph","content":[{"type":"text","text":"x"}]}'

/** Nodes in a paragraph, or directly in the text. */
const inText = (count: number, node: (index: number) => string, isInline: boolean) => {
  const nodes = Array.from({ length: count }, (_, index) => node(index)).join()
  return field('story', `{"type":"doc","content":[${isInline ? `{"type":"paragraph","content":[${nodes}]}` : nodes}]}`)
}
const mention = (id: number) => `{"type":"mention","attrs":{"collection":"tags","id":${id}}}`
const quote = (attrs: string) => () => `{"type":"contentBlock","attrs":{"blockType":"quote"${attrs}}}`

const ATTACKS: Record<string, Sent> = {
  'a text of 48,000 line breaks': inText(48_000, () => '{"type":"hardBreak"}', true),
  'a text with one document mentioned 15,000 times': inText(15_000, () => mention(1), true),
  'a text with 15,000 missing documents': inText(15_000, (index) => mention(1000 + index), true),
  'a text of 11,000 blocks': inText(11_000, quote(',"v":"x","tag":1'), false),
  'a text of 15,000 blocks without their required values': inText(15_000, quote(''), false),
  '40,000 wrong options': many('wide', '"a"'),
  '40,000 options': many('wide', '"calm"'),
  'one missing target 40,000 times': many('wideTags', '9'),
  '40,000 missing targets': field('wideTags', `[${Array.from({ length: 40_000 }, (_, index) => index + 100_000).join()}]`),
  'one target 40,000 times': { ...many('wideTags', '1'), path: '/posts?depth=0' },
  '40,000 rows that are none': many('wideRows', '1'),
  '40,000 empty rows': many('wideRows', '{}'),
  '40,000 wrong rows': many('wideRows', '{"v":7}'),
  '1 MiB of wrong options': list('wide', '"a"'),
  '1 MiB of options where a thousand are allowed': list('moods', '"calm"'),
  '1 MiB of rows where a thousand are allowed': list('items', '{}'),
  '1 MiB of targets where a thousand are allowed': list('tags', '1'),
  '1 MiB of rows of rows': field('items', `[${repeated(`{"inner":[${repeated('{"v":7}', 900)}]}`, MB - 200)}]`),
  '1 MiB of rows of empty rows': post(`{"items":[${repeated(`{"inner":[${repeated('{}', 1000)}]}`, MB - 200)}]}`, '/pages'),
  '1 MiB of keys in a sign-in': post(`{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`, '/users/login'),
  '1 MiB of rows of rows of rows': field(
    'items',
    `[${repeated(`{"inner":[${repeated(`{"deep":[${repeated('{}', 90)}]}`, 900)}]}`, MB - 200)}]`,
  ),
  '1 MiB of blocks of no kind': list('layout', '{"blockType":"none"}'),
  '1 MiB of wrong blocks': field('layout', `[${repeated('{"blockType":"quote","tag":9}', 29_900)}]`),
  '1 MiB of unknown fields': post(`{"title":"x",${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`),
  'one key again and again': post(`{${repeated('"title":1', MB - 200)}}`),
  'a text of 1 MiB': field('text', JSON.stringify('ก'.repeat(300_000))),
  'a title of 1 MiB, which a slug is made of': post(JSON.stringify({ title: 'a-'.repeat(500_000) })),
  'rich text of 1 MiB, wide': field('body', `{"type":"doc","content":[${repeated(paragraph, MB - 200)}]}`),
  'rich text of 1 MiB, deep': field('body', nested('{"type":"doc","content":[', ']}', 30_000)),
  'JSON of 1 MiB, wide': list('free', '0'),
  'JSON of 1 MiB with NUL in each text': list('free', '"\\u0000"'),
  'lists in lists without an end': field('free', nested('[', ']', 500_000)),
  'objects in objects without an end': post(nested('{"a":', '}', 150_000)),
  'a filter nested 60,000 deep in a body': post(
    `{"collection":"posts","field":"tag","where":${nested('{"and":[', ']}', 60_000, '{}')}}`,
    '/admin/choices',
  ),
  'a filter nested deep in the address': query(`where=${nested('{"and":[', ']}', 350, '{}')}`),
  'a filter of many empty branches': query(`where={"or":[${repeated('{}', 1800)}]}`),
  'a filter of many conditions': query(`where={"or":[${repeated('{"title":{"like":"a"}}', 4000)}]}`),
  'a filter through relations': query(`where={"and":[${repeated('{"tags.name":{"like":"%a%"}}', 5000)}]}`),
  'a filter of a thousand values': query(`where={"n":{"in":[${repeated('1', 1990)}]}}`),
  'a query of 10,000 parameters': query(repeated('a=1', 12_000, '&')),
  'a query of 4,000 short parameters': query(repeated('a', 8000, '&')),
  'a query of brackets': query(`where${'[a]'.repeat(1000)}=1`),
  'a query of open brackets': query(`${'['.repeat(4000)}=1`),
  'a query of a thousand bracketed parameters': query(repeated('where[or][][title][like]=a', 10_000, '&')),
  'a query of escapes': query(repeated('%E0%B8%81', 15_000, '')),
  'a long sort': query(`sort=${repeated('title', 8000)}`),
  'a long selection': query(`select=${repeated('title', 8000)}`),
  'a long locale': query(`locale=${'x'.repeat(8000)}`),
  'a long address': { path: `/posts/${'1/'.repeat(7000)}` },
  'an address of escapes': { path: `/${'%41'.repeat(5000)}` },
  'cookies at their limit': { path: '/tags', headers: { cookie: repeated('a=1', 15_000, '; ') } },
  'one long cookie': { path: '/tags', headers: { cookie: `svc-session=${'a'.repeat(15_000)}` } },
  'a long token': { path: '/tags', headers: { authorization: `Bearer ${'a.'.repeat(7000)}` } },
  'many tags to compare': { path: '/posts/1', headers: { 'if-none-match': repeated('W/"1"', 15_000) } },
  'many tags in a change': { method: 'PATCH', path: '/posts/1', body: '{}', headers: { 'if-match': repeated('"1"', 15_000) } },
  'many encodings': { path: '/tags', headers: { 'accept-encoding': repeated('gzip;q=0.1', 15_000) } },
  'a form of thousands of parts': form(Array.from({ length: 20_000 }, () => part('alt', 'x'))),
  'a form of long texts': form(Array.from({ length: 60 }, () => part('alt', 'x'.repeat(16_000)))),
  'a form of brackets': form([part(`a${'[b]'.repeat(4000)}`, 'x')]),
  'a form of nested lists': form([part('focalPoint', nested('[', ']', 500_000)), part('file', pngOf(1, 1), '; filename="a.png"')]),
  'a form with a header of many lines': form([part('alt', 'x', `\r\nx-a: ${repeated('b', 15_000)}`)]),
  'a picture of 30 KB of TIFF heads': form([
    part('file', Buffer.concat([picture, Buffer.from(repeated('II*\0\b\0\0\0\xff\xff\0\0', 30_000, ''), 'latin1')]), '; filename="a.png"'),
  ]),
  'a picture of 9 MB of TIFF heads': form([
    part('file', Buffer.concat([picture, Buffer.from(repeated('II*\0\b\0\0\0\xff\xff\0\0', 9 * MB, ''), 'latin1')]), '; filename="a.png"'),
  ]),
  ...Object.fromEntries(
    Object.entries({
      'a packet of deep elements': `${'<x:GPSa>'.repeat(999)}${'</x:GPSa>'.repeat(999)}`.repeat(400),
      'a packet that never ends': '<a>'.repeat(2 * MB),
      'a packet of 8 MB of places': '<x:GPSLatitude x:City="a"/>'.repeat(290_000),
      'a packet of 8 MB of references': '&lt;'.repeat(2_000_000),
      'a packet with a picture of 8 MB': `/9j/${`${'A'.repeat(72)}&#xA;`.repeat(100_000)}`,
      'a packet with a picture of 8 MB, written in references': `/9j/${'&#65;'.repeat(1_600_000)}`,
      'a packet with pictures of 8 MB, each behind a comma': `<x:a>${',/9j/AAAA'.repeat(900_000)}</x:a>`,
      'a packet with a picture that is cut 90,000 times': `<x:a>/9j/${`${'A'.repeat(72)}<!---->`.repeat(90_000)}</x:a>`,
      'a packet with a text that is cut a million times': `<x:a>${'A<!---->'.repeat(1_000_000)}</x:a>`,
      'a packet of texts in texts': `${'<x:a>A'.repeat(900)}${'</x:a>'.repeat(900)}`.repeat(700),
      'a packet of texts in elements in elements': `${'<x:a><x:b>A</x:b>'.repeat(900)}${'</x:a>'.repeat(900)}`.repeat(370),
      'a packet of white space': `<x:a>${' \n'.repeat(4_000_000)}</x:a>`,
      'a packet of backslashes': `<x:a>${'\\'.repeat(8_000_000)}</x:a>`,
      'a packet of short pictures': '<x:a>/9j/AAAAAAAAAAAA</x:a>'.repeat(290_000),
    }).map(([name, inner]) => [
      `a picture with ${name}`,
      form([part('file', inXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${inner}</x:xmpmeta>`), '; filename="a.png"')]),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      'a profile': ['Raw profile type exif', 10],
      'a comment': ['Comment', 10],
      'a small comment': ['Comment', 1],
    } as const).flatMap(([what, [keyword, megabytes]]) =>
      [1, 7, 30, 90].map((times) => {
        const text = chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(Buffer.alloc(megabytes * 1_000_000, '00'))]))
        const file = Buffer.concat([picture.subarray(0, 33), ...Array.from({ length: times }, () => text), picture.subarray(33)])
        return [`a picture with ${what} of ${megabytes} MB, packed ${times} times`, form([part('file', file, '; filename="a.png"')])]
      }),
    ),
  ),
  ...Object.fromEntries(
    Object.entries({
      'zeros between letters': 'a\0',
      'zeros between words': '\0lat\0',
      'heads of directories': 'MM\0*',
      'openings of elements': '<\0',
    }).map(([what, text]) => [
      `a picture with 8 MB of ${what}, packed`,
      form([
        part(
          'file',
          inChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(8_000_000, text))])),
          '; filename="a.png"',
        ),
      ]),
    ]),
  ),
  'a drawing that holds a large picture on short lines': form([
    part(
      'file',
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,${'iVBORw0KGgo&#10;'.repeat(500_000)}"/></svg>`,
      '; filename="a.svg"',
    ),
  ]),
  ...Object.fromEntries(
    Object.entries({
      'a style sheet in UTF-16': Buffer.from(`\ufeff${'x'.repeat(8 * MB)}`, 'utf16le'),
      'a style sheet of shifts': Buffer.alloc(16 * MB, '\x1b(B'),
    }).map(([name, content]) => [
      `a drawing of 21 MB that embeds ${name}`,
      form([
        part(
          'file',
          `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:;base64,${content.toString('base64')}"/></svg>`,
          '; filename="a.svg"',
        ),
      ]),
    ]),
  ),
  'a drawing of 46 MB in letters of three bytes': form([
    part('file', `<svg xmlns="http://www.w3.org/2000/svg">${'ก'.repeat(16 * MB)}</svg>`, '; filename="a.svg"'),
  ]),
  'a picture with a signed history of 30 MB': form([part('file', inChunk('caBX', Buffer.alloc(30 * MB, 'x')), '; filename="a.png"')]),
  'a drawing that never begins': form([part('file', `<svg ${'<!--'.repeat(200_000)}`, '; filename="a.svg"')]),
  'a large login': {
    method: 'POST',
    path: '/users/login',
    body: JSON.stringify({ email: 'a@'.repeat(250_000), password: 'x'.repeat(400_000) }),
  },
  'many permissions': {
    method: 'POST',
    path: '/api-keys',
    body: JSON.stringify({
      name: 'x',
      permissions: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`c${index}`, ['read']])),
    }),
  },
  'many permissions of collections': {
    method: 'POST',
    path: '/api-keys',
    body: JSON.stringify({
      name: 'x',
      permissions: { collections: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`post${index}`, ['read']])) },
    }),
  },
  'many permissions of a role': {
    method: 'POST',
    path: '/admin/roles',
    body: JSON.stringify({
      key: 'x',
      permissions: { collections: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`post${index}`, ['read']])) },
    }),
  },
  'where a document is used, next to 160,000 rows': { path: '/tags/1/references' },
  'a version of 10,000 rows': { path: '/long/1/versions/2' },
  'two versions of 10,000 rows, compared': { path: '/long/1/versions/2?compare=3' },
  'a version of 10,000 rows, compared with what is live': { path: '/long/1/versions/2?compare=live' },
  'ten documents of 10,000 rows': { path: '/long?limit=10&draft=true' },
  'ten documents of 10,000 rows, with what they point to': { path: '/long?limit=10&depth=2' },
  'a document of 10,000 rows, brought back': { method: 'POST', path: '/long/1/versions/2/restore' },
  'documents that name each other, one level deep': { path: '/ring?limit=100&depth=1' },
  'documents that name each other, three levels deep': { path: '/ring?limit=100&depth=3' },
  '9,000 references in rows, three levels deep': {
    ...post(JSON.stringify({ rows: Array.from({ length: 9 }, () => ({ ring: Array.from({ length: 1000 }, (_, n) => 1 + (n % 100)) })) })),
    path: '/ring?depth=3',
  },
  'sixty documents of 700 KB': { path: '/heavy?limit=60' },
  'twenty documents of 700 KB': { path: '/heavy?limit=20' },
  'a large preview': { ...many('wideRows', '{}'), path: '/posts/preview' },
}

/** A document with 10,000 rows and two versions, and sixteen with long lists that point to one target. */
async function fillLong(cms: Handle): Promise<void> {
  const rows = (word: string) => Array.from({ length: 10_000 }, (_, n) => ({ id: `r${n}`, v: `${word}${n}`.slice(0, 10) }))
  const { id } = await cms.create('long', { title: 'long', status: 'published', rows: rows('before') })
  await cms.update('long', id, { rows: rows('after') })
  for (let n = 0; n < 16; n++) await cms.create('long', { title: `${n}`, status: 'published', tag: 1, rows: rows('beside') })
  for (let n = 0; n < 3; n++) await cms.update('long', 2 + n, { rows: rows('draft'), status: 'draft' })
}

/** A hundred documents of which each names ten others, and sixty that are long. */
async function fillRing(cms: Handle): Promise<void> {
  for (let n = 0; n < 100; n++) await cms.create('ring', { text: 'x'.repeat(1800) })
  for (let n = 0; n < 100; n++)
    await cms.update('ring', n + 1, { ring: Array.from({ length: 10 }, (_, m) => 1 + ((n + m * 7) % 100)) }, { depth: 0 })
  for (let n = 0; n < 60; n++) await cms.create('heavy', { text: 'y'.repeat(700_000) })
}

const PLACES = Object.keys(DURABLE)

for (const [database, fresh] of Object.entries(DURABLE)) {
  describe(`http: stalls with ${database} @long`, function () {
    // What else the machine does only ever adds.
    this.retries(3)
    this.timeout(300_000)
    let measured: Measured

    before(async () => {
      measured = await Measured.start(database, fresh(), config, async (cms) => {
        await cms.create('tags', { name: 'one' })
        await cms.create('posts', { title: 'one' })
        await fillLong(cms)
        await fillRing(cms)
      })
    })
    after(() => measured?.stop())

    for (const [name, attack] of oneIn(3, Object.entries(ATTACKS)).filter(([name]) => isDrawn(database, PLACES, name)))
      it(`answers ${name} without a stall`, async () => {
        const { answers, delays } = await measured.measure(attack)
        const { status } = answers.at(-1)!
        const sizes = answers.map(({ text }) => text.length)
        if (process.env['SHOW']) console.log(name, status, sizes[0], delays.map(Math.round).join())
        expect(status).to.be.within(200, 499)
        expect(Math.min(...delays), 'milliseconds of one turn').to.be.below(longestTurn())
        expect(status < 400 || Math.max(...sizes) < 64 * 1024, 'a refusal is short').to.equal(true)
      })
  })
}
