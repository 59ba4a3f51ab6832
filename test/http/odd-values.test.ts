/** The same odd values through every door, to SQLite inside Express and Postgres inside Koa: the answers are equal, and never 500. */
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import type { Config } from '../../lib/config.ts'
import { inDepth } from '../harness/depth.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start, temporaryFile } from '../harness/start.ts'

const text = (value: string) => JSON.stringify(value)
const nested = (begin: string, end: string, levels: number) => begin.repeat(levels) + end.repeat(levels)

/** As JSON, which says more than JavaScript: -0, 1e999, `__proto__`. */
const VALUES: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '1.5', '2', '1e308', '-1e308', '1e999', '5e-324'],
  ...['9007199254740991', '9007199254740992', '9223372036854775807', '9223372036854775808', '123456789012345678901234567890'],
  ...['', ' ', '7', '0', '-1', '1.5', '1e3', '0x10', 'NaN', 'true', 'null', '01', '٣', 'calm', 'quote', 'a@example.org', 'a@b'].map(text),
  ...[
    'a\0b',
    '\0',
    '\ud800',
    'a\udc00b',
    '\u202eabc',
    '\u200f',
    '\ufeff',
    '\uffff',
    '👩‍👩‍👧',
    'é',
    'é',
    'กำ',
    '\n\t\r',
    '\u0001',
    '\x7f',
  ].map(text),
  ...['x'.repeat(3000), 'ก'.repeat(3000), `${'ab'.repeat(2000)}@example.org`, 'x'.repeat(70_000)].map(text),
  ...["'; drop table posts; --", '%_\\', '<script>', '../../etc/passwd', '{"a":1}', '$1', '?', '::int'].map(text),
  ...['2024-02-30', '2024-01-01', '0000-01-01', '9999-12-31T23:59:59.999Z', '+275760-09-13', '2024-01-01T00:00:00+99:99', '1969-12-31'].map(
    text,
  ),
  ...[
    '[]',
    '[[]]',
    '[1]',
    '[1,1]',
    '["1"]',
    '[null]',
    '["a\\u0000"]',
    '[{}]',
    '[[1]]',
    '["calm","calm"]',
    '[{"id":1}]',
    '[-1]',
    '[1.5]',
    '[1e308]',
  ],
  ...['{}', '{"id":1}', '{"id":"1"}', '{"id":1e308}', '{"v":1}', '{"v":"\\u0000"}', '{"\\u0000":1}', '{"length":3}', '{"toString":1}'],
  ...['{"__proto__":{"a":1}}', '{"constructor":1}', '{"type":"doc","content":[{"type":"text","text":"\\u0000"}]}', '{"type":"doc"}'],
  ...[
    '[{"v":1}]',
    '[{"id":"a\\u0000","v":"x"}]',
    '[{"id":"r","v":"x"},{"id":"r","v":"y"}]',
    '[{"blockType":"quote"}]',
    '[{"blockType":"__proto__"}]',
  ],
  ...['[{"blockType":"quote","ref":9223372036854775808}]', '[{"blockType":"quote","v":"\\ud800"}]', '[{"blockType":["quote"]}]'],
  ...[nested('[', ']', 90), nested('[', ']', 150), `${'{"a":'.repeat(120)}1${'}'.repeat(120)}`, nested('[', ']', 20_000)],
]

const row = { name: 'v' }
const FIELDS = [
  { name: 'title', localized: true },
  { name: 'area', type: 'textarea', maxLength: 5000 },
  { name: 'mail', type: 'email' },
  { name: 'n', type: 'number' },
  { name: 'whole', type: 'number', integer: true },
  { name: 'flag', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'mood', type: 'select', options: ['calm', 'wild'] },
  { name: 'moods', type: 'select', options: ['calm', 'wild'], hasMany: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'body', type: 'richText' },
  { name: 'free', type: 'json' },
  { name: 'file', type: 'upload' },
  { name: 'files', type: 'upload', hasMany: true },
  { name: 'ref', type: 'relationship', to: 'tags' },
  { name: 'refs', type: 'relationship', to: 'tags', hasMany: true },
  { name: 'items', type: 'array', fields: [row, { name: 'ref', type: 'relationship', to: 'tags' }, { name: 'n', type: 'number' }] },
  { name: 'group', type: 'group', fields: [row, { name: 'ref', type: 'relationship', to: 'tags' }] },
  { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [row, { name: 'ref', type: 'relationship', to: 'tags' }] }] },
  { name: 'only', unique: true },
  { name: 'found', index: true },
  { name: 'inArea', uniqueWithin: 'mood' },
] as const

const config = (): Partial<Config> =>
  ({
    collections: [
      { slug: 'tags', fields: [{ name: 'name' }] },
      { slug: 'posts', fields: FIELDS, access: { read: 'anyone' } },
      { slug: 'pages', drafts: true, versions: true, schedule: true, trash: true, orderable: true, fields: FIELDS },
    ],
    globals: [{ slug: 'site', versions: true, fields: FIELDS.map((field) => ({ ...field, unique: false, uniqueWithin: undefined })) }],
    localization: { locales: ['en', 'th'] },
    upload: { dir: temporaryFile('-files'), folders: true },
    apiKeys: true,
    audit: true,
    email: consoleEmail(() => undefined),
    auth: { rbac: true, maxLoginAttempts: 100_000 },
  }) as unknown as Partial<Config>

interface Sending {
  method: string
  path: string
  body?: string
}

const PATHS_IN_DOCUMENTS = [
  ...FIELDS.map(
    ({ name }) =>
      (value: string) =>
        `"${name}":${value}`,
  ),
  (value: string) => `"group":{"v":${value}}`,
  (value: string) => `"group":{"ref":${value}}`,
  (value: string) => `"items":[{"v":${value}}]`,
  (value: string) => `"items":[{"ref":${value}}]`,
  (value: string) => `"items":[{"n":${value}}]`,
  (value: string) => `"layout":[{"blockType":"quote","v":${value}}]`,
  (value: string) => `"layout":[{"blockType":"quote","ref":${value}}]`,
  (value: string) => `"refs":[1,${value}]`,
  (value: string) => `"unknown":${value}`,
]

const DOCUMENT_DOORS = [
  (body: string) => ({ method: 'POST', path: '/posts?depth=0', body }),
  (body: string) => ({ method: 'PATCH', path: '/posts/1?depth=1', body }),
  (body: string) => ({ method: 'POST', path: '/pages/1/autosave?depth=0', body }),
  (body: string) => ({ method: 'POST', path: '/pages/1/preview?depth=1', body }),
  (body: string) => ({ method: 'POST', path: '/posts/preview?depth=1', body }),
  (body: string) => ({ method: 'POST', path: '/globals/site?depth=0', body }),
  (body: string) => ({ method: 'PATCH', path: '/posts/1?locale=all&depth=0', body }),
]

/** Other bodies: the door, what it takes, and which of it is odd. */
const OTHER_DOORS: [method: string, path: string, valid: Record<string, string>, odd: string[]][] = [
  ['POST', '/users/login', { email: '"nobody@example.org"', password: '"pppppppp"' }, ['email', 'password']],
  ['POST', '/users/forgot-password', {}, ['email']],
  ['POST', '/users/reset-password', { token: '"x"', password: '"pppppppp"' }, ['token', 'password']],
  ['POST', '/users/verify-email', {}, ['token']],
  ['POST', '/users', { password: '"pppppppp"' }, ['email', 'name', 'role']],
  ['PATCH', '/users/2', {}, ['name', 'email', 'active']],
  ['POST', '/admin/views', { collection: '"posts"', name: '"x"', query: '"a=1"' }, ['collection', 'name', 'query', 'sharedWith']],
  ['PATCH', '/admin/views/1', {}, ['name', 'query', 'sharedWith']],
  ['POST', '/admin/views/order', {}, ['ids']],
  ['POST', '/admin/roles', { key: '"x"' }, ['key', 'name', 'permissions']],
  ['PATCH', '/admin/roles/1', {}, ['name', 'permissions']],
  ['POST', '/api-keys', { name: '"x"' }, ['name', 'permissions', 'expiresAt', 'user']],
  ['POST', '/media-folders', { name: '"x"' }, ['name', 'parent', 'private']],
  ['PATCH', '/media-folders/1', {}, ['name', 'parent']],
  ['PATCH', '/media/1', {}, ['alt', 'folder', 'private', 'focalPoint', 'crop', 'originalName']],
  ['POST', '/media', {}, ['url', 'alt']],
  ['POST', '/pages/1/schedule', { action: '"publish"', at: '"2999-01-01"' }, ['action', 'at']],
  ['POST', '/pages/1/move', {}, ['before', 'after']],
  ['POST', '/admin/choices', { collection: '"posts"', field: '"ref"' }, ['collection', 'field', 'where', 'page', 'data', 'global']],
  ['POST', '/admin/problems', { collection: '"pages"', unfinished: '["title"]' }, ['collection', 'global', 'id', 'data', 'unfinished']],
  ['POST', '/admin/email/test', {}, ['to', 'locale']],
]

const QUERIES = [
  ...FIELDS.map(({ name }) => `where[${name}][equals]`),
  'where[items.v][like]',
  'where[refs][in]',
  'where[ref][not_in]',
  'where[n][gt]',
  'where[day][lte]',
  'where[ref.name][equals]',
  'where[title.th][exists]',
  'where[id][equals]',
  'where',
  'sort',
  'select',
  'limit',
  'page',
  'depth',
  'locale',
  'fallback-locale',
  'count',
  'unknown',
]
const ADDRESSES = [
  '/admin/audit?actor=',
  '/admin/audit?action=',
  '/admin/audit?target=',
  '/admin/audit?from=',
  '/admin/audit.csv?actor=',
  '/admin/search?q=',
  '/admin/pending?collection=posts&q=',
  '/admin/rights?collection=posts&ids=',
  '/admin/rights?ids=1&collection=',
  '/admin/planned?collection=posts&ids=',
  '/admin/planned?ids=1&collection=',
  '/admin/trashed?collection=posts&ids=',
  '/admin/references?collection=posts&ids=',
  '/admin/references?ids=1&collection=',
  '/admin/trashed?ids=1&collection=',
  '/posts/',
  '/admin/roles/',
  '/users/reset-password?token=',
  '/media/file/',
  '/pages/1/versions?page=',
  '/posts/1?preview=',
  '/schema/',
]

function* sendings(): Generator<Sending> {
  let turn = 0
  for (const place of PATHS_IN_DOCUMENTS)
    for (const value of VALUES) {
      const body = `{${place(value)}}`
      const other = DOCUMENT_DOORS[1 + (turn++ % (DOCUMENT_DOORS.length - 1))]!
      yield turn % 2 === 0 ? DOCUMENT_DOORS[0]!(body) : other(body)
    }
  for (const [method, path, valid, odd] of OTHER_DOORS)
    for (const name of odd)
      for (const [index, value] of VALUES.entries()) {
        // Half of the values at each place, all of them over two.
        if (index % 2 === turn++ % 2 && value.length < 1000) continue
        const pairs = Object.entries({ ...valid, [name]: value }).map(([key, one]) => `"${key}":${one}`)
        yield { method, path, body: `{${pairs.join()}}` }
      }
  const asText = (value: string) => encodeURIComponent(value.startsWith('"') ? (JSON.parse(value) as string).toWellFormed() : value)
  const short = VALUES.filter((value) => value.length < 5000)
  for (const name of QUERIES)
    for (const [index, value] of short.entries())
      if (index % 2 === turn++ % 2) yield { method: 'GET', path: `/posts?limit=2&depth=0&select=title&${name}=${asText(value)}` }
  for (const address of ADDRESSES) for (const value of short) yield { method: 'GET', path: `${address}${asText(value)}` }
}

/** What differs on purpose: ids of rows, moments, secrets. */
function alike(body: string): string {
  return body
    .replace(/"(id|doc)":(\d+|"[\w-]+")/g, '"$1":0')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (moment) => (/^202[5-9]|^203/.test(moment) ? 'now' : moment))
    .replace(/"(key|token|csrfToken|prefix|hash|signature|filename|url)":"[^"]*"/g, '"$1":""')
    .replace(/a-[0-9a-f]{8}\.png/g, 'a.png')
    .replace(/^(now,[\w.-]+,[\w:-]+),\d+,/gm, '$1,0,')
    .replace(/preview=[\w.-]+/g, 'preview=')
}

describe('http: odd values', function () {
  this.timeout(300_000)
  interface Site extends Started {
    server: Server
    agent2: Agent
    headers: Record<string, string>
  }
  const sites: Site[] = []

  before(async () => {
    for (const [index, database] of DATABASES.entries()) {
      const started = await start(HOSTS[index]!, database, config())
      const { cms } = started
      await makeUser(cms, 'admin@example.org', { role: 'admin' })
      await makeUser(cms, 'editor@example.org', { role: 'editor' })
      await cms.create('tags', { name: 'one' })
      await cms.create('posts', { title: 'one' })
      await cms.create('pages', { title: 'one' })
      await cms.create('media-folders', { name: 'one' })
      await cms.upload({ content: await png(4, 4), filename: 'a.png' } as never)
      const server = createServer(started.listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const admin = await new Browser(started.listener).login('admin@example.org')
      sites.push({
        ...started,
        server,
        agent2: new Agent({ keepAlive: true, maxSockets: 1 }),
        headers: { authorization: `Bearer ${admin.token}` },
      })
    }
  })
  after(async () => {
    for (const site of sites) {
      site.agent2.destroy()
      site.server.close()
      await end(site.cms)
    }
  })

  function send({ server, agent2, headers }: Site, { method, path, body }: Sending): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const given = {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      }
      const { port } = server.address() as AddressInfo
      const sent = request({ host: '127.0.0.1', port, path: `/api/cms${path}`, method, agent: agent2, headers: given }, (answer) => {
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(chunks).toString() }))
      })
      sent.on('error', reject).end(body)
    })
  }

  it('name the field, whichever door they came by', async () => {
    const doors: [method: string, path: string, body: string | undefined, field: string][] = [
      ['POST', '/users/login', '{"email":"a\\u0000b","password":"pppppppp"}', 'email'],
      ['POST', '/users/forgot-password', '{"email":"\\ud800"}', 'email'],
      ['POST', '/admin/views', '{"collection":"posts","name":"\\u0000","query":"a"}', 'name'],
      ['POST', '/admin/views', '{"collection":"posts","name":"a","query":"\\u0000"}', 'query'],
      ['POST', '/admin/roles', '{"key":"a","name":"\\u0000"}', 'name'],
      ['POST', '/api-keys', '{"name":"\\u0000"}', 'name'],
      ['POST', '/media-folders', '{"name":"\\u0000"}', 'name'],
      ['POST', '/media-folders', '{"name":"a","parent":9223372036854775808}', 'parent'],
      ['PATCH', '/media/1', '{"folder":1e308}', 'folder'],
      ['PATCH', '/posts/1', '{"items":[{"ref":1e308}]}', 'items.0.ref'],
      ['POST', '/globals/site', '{"ref":-1}', 'ref'],
      ['POST', '/pages/1/autosave', '{"ref":1.5}', 'ref'],
      ['GET', '/admin/audit?actor=%00', undefined, 'actor'],
      ['GET', '/admin/audit.csv?target=%00', undefined, 'target'],
      ['GET', '/posts?where[title][equals]=%00', undefined, 'where'],
    ]
    for (const site of sites)
      for (const [method, path, body, field] of doors) {
        const answer = await send(site, { method, path, ...(body !== undefined && { body }) })
        expect([answer.status, JSON.parse(answer.body).errors[0].field], `${method} ${path} ${body}`).to.deep.equal([400, field])
      }
    const login = { email: 'a\0b', password: 'pppppppp' }
    for (const { cms } of sites) expect((await cms.auth.login(login as never).catch((error) => error)).code).to.equal('BAD_REQUEST')
  })

  it('are answered alike by both databases, and never with 500 @long', async () => {
    let count = 0
    const wrong: string[] = []
    let turn = 0
    for (const sending of sendings()) {
      // Nearly half of them, in CI a seventh, spread evenly and always the same.
      if ((turn++ * 7919) % 100 >= inDepth(14, 45)) continue
      count++
      const [one, other] = await Promise.all(sites.map((site) => send(site, sending)))
      const isAlike = one!.status === other!.status && alike(one!.body) === alike(other!.body)
      if (isAlike && one!.status < 500) continue
      const [mine, theirs] = [alike(one!.body), alike(other!.body)]
      let from = 0
      while (from < mine.length && mine[from] === theirs[from]) from++
      from = Math.max(0, from - 100)
      const shown = (status: number, body: string) => `${status} …${body.slice(from, from + 300)}`
      wrong.push(
        `${sending.method} ${sending.path.slice(0, 150)} ${sending.body?.slice(0, 200) ?? ''}\n    ${shown(one!.status, mine)}\n    ${shown(other!.status, theirs)}`,
      )
    }
    expect(wrong.slice(0, 40).join('\n'), `${wrong.length} of ${count}`).to.equal('')
    expect(count).to.be.above(inDepth(1200, 4000))
    for (const { logged } of sites) expect(logged.filter(({ level }) => level === 'error').map(({ line }) => line)).to.deep.equal([])
  })
})
