/** Every POST route, sent a second time because its answer was lost: what honours the key, what leads to the same by its nature, and what happens twice. */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { disk } from '../../adapters/disk.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { png } from '../harness/files.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

interface Sending {
  /** @default the route itself, with 1 for its ids */
  path?: string
  body?: object | ((site: Site) => Promise<object>)
  /** @default Ada, an admin */
  by?(site: Site): Promise<Browser>
  /** What must be there first. */
  before?(site: Site): Promise<unknown>
  /** Of both answers. @default the first one is a success, and the second one is like it */
  statuses?: readonly [number, number]
  /** Tables in which the second request inserts rows nevertheless. */
  adds?: readonly string[]
}

interface Site {
  started: Started
  ada: Browser
  clock: MovedClock
  sendings: number
}

/** The second request with the same `Idempotency-Key` is answered with what the first one created. */
const KEYED: Record<string, Sending> = {
  'POST /:collection': { path: '/posts', body: { title: 'a' } },
  'POST /:collection: a file': { path: '/media', body: async () => ({ file: await png(20, 10) }) },
  'POST /:collection: an API key': { path: '/api-keys', body: { name: 'k' }, statuses: [201, 422] },
  'POST /:collection: a user': { path: '/users', body: { email: 'new@x.org', password: PASSWORD } },
  'POST /:collection: a folder': { path: '/media-folders', body: { name: 'f' } },
  'POST /media/uploads/complete': { body: uploaded },
  'POST /admin/backups': {},
}

/** No key is needed: what the second request asks for is already so. */
const SAME: Record<string, Sending & { why: string }> = {
  'POST /globals/:slug': {
    path: '/globals/site',
    body: { name: 'x' },
    adds: ['$versions'],
    why: 'The content is the same; the history shows the save twice.',
  },
  'POST /users/first-register': {
    body: { email: 'f@x.org', password: PASSWORD },
    statuses: [403, 403],
    why: 'There is only one first user.',
  },
  'POST /users/logout': {
    by: ({ started }) => new Browser(started.listener).login('bob@x.org'),
    why: 'All sessions are ended.',
  },
  'POST /users/reset-password': {
    body: { token: 'x', password: PASSWORD },
    statuses: [400, 400],
    why: 'A link is used up by its first use.',
  },
  'POST /users/verify-email': { body: { token: 'x' }, statuses: [400, 400], why: 'A link is used up by its first use.' },
  'POST /users/signup': {
    body: async (site) => ({ email: 's@x.org', password: PASSWORD, token: await signUpToken(site) }),
    by: async ({ started }) => new Browser(started.listener),
    statuses: [201, 400],
    why: 'The token of the form is used up by its first use, and an email address has one account.',
  },
  'POST /admin/roles': {
    body: { key: 'poet' },
    statuses: [201, 400],
    why: 'The key of a role is unique; the second answer says that it is taken.',
  },
  'POST /admin/views': { body: { collection: 'posts', name: 'Mine', query: '' }, why: 'The same view is stored once.' },
  'POST /admin/views/order': { body: { ids: [] }, why: 'They are in this order already.' },
  'POST /:collection/:id/presence': { path: '/posts/1/presence', why: 'Presence is replaced.' },
  'POST /globals/:slug/presence': { path: '/globals/site/presence', why: 'Presence is replaced.' },
  'POST /:collection/:id/unpublish': { path: '/posts/1/unpublish', why: 'It is a draft already.' },
  'POST /globals/:slug/unpublish': { path: '/globals/site/unpublish', why: 'It is a draft already.' },
  'POST /:collection/:id/autosave': { path: '/posts/1/autosave', body: { title: 'b' }, why: 'Autosaves of a series are one version.' },
  'POST /globals/:slug/autosave': { path: '/globals/site/autosave', body: { name: 'b' }, why: 'Autosaves of a series are one version.' },
  'POST /:collection/:id/discard-draft': { path: '/posts/1/discard-draft', before: drafted, why: 'There is no draft any more.' },
  'POST /globals/:slug/discard-draft': { path: '/globals/site/discard-draft', before: drafted, why: 'There is no draft any more.' },
  'POST /:collection/:id/versions/:version/restore': {
    path: '/posts/1/versions/1/restore',
    adds: ['$versions'],
    why: 'The content is that of the version already; the history shows the restore twice.',
  },
  'POST /globals/:slug/versions/:version/restore': {
    path: '/globals/site/versions/4/restore',
    adds: ['$versions'],
    why: 'The content is that of the version already; the history shows the restore twice.',
  },
  'POST /:collection/:id/schedule': {
    path: '/posts/1/schedule',
    body: { action: 'publish', at: '2999-01-01' },
    why: 'The same action again replaces the pending one.',
  },
  'POST /globals/:slug/schedule': {
    path: '/globals/site/schedule',
    body: { action: 'publish', at: '2999-01-01' },
    why: 'The same action again replaces the pending one.',
  },
  'POST /:collection/:id/move': { path: '/posts/1/move', body: { after: 2 }, why: 'It is there already.' },
  'POST /:collection/:id/recover': {
    path: '/posts/3/recover',
    before: ({ started }) => started.cms.delete('posts', 3),
    why: 'It is not in the trash any more, and stays as it is.',
  },
  'POST /auth/:provider/login': {
    path: '/auth/entered/login',
    body: { username: 'x', password: 'y' },
    statuses: [401, 401],
    why: 'Signing in leads to a session each time; one whose cookie was lost ends like any other.',
  },
  'POST /admin/deliveries/:kind/:id/retry': {
    path: '/admin/deliveries/email/9/retry',
    statuses: [404, 404],
    why: 'A delivery that waits already is not sent twice.',
  },
  'POST /admin/deliveries/:kind/retry': { path: '/admin/deliveries/email/retry', why: 'A delivery that waits already is not sent twice.' },
  'POST /jobs/run': { why: 'Each job does what is due.' },
}

/** They create nothing that is stored. */
const NOTHING: Record<string, Sending> = {
  'POST /admin/audit/verify': {},
  'POST /admin/choices': { body: { collection: 'posts', field: 'next' } },
  'POST /admin/email/verify': {},
  'POST /admin/problems': { body: { collection: 'posts', data: {}, unfinished: ['title'] } },
  'POST /media/:id/signed-url': {},
  'POST /:collection/preview': { path: '/posts/preview', body: { title: 'x' } },
  'POST /:collection/:id/preview': { path: '/posts/1/preview', body: { title: 'x' } },
  'POST /globals/:slug/preview': { path: '/globals/site/preview', body: { name: 'x' } },
  'POST /auth/:provider/callback': { path: '/auth/posting/callback', body: { state: 'x', code: 'y' }, statuses: [303, 303] },
  'POST /auth/:provider/link': { path: '/auth/some/link' },
}

/** They happen again, and nobody is worse off for it. */
const TWICE: Record<string, Sending & { why: string }> = {
  'POST /users/login': { body: { email: 'ada@x.org', password: PASSWORD }, why: 'A session whose cookie was lost ends like any other.' },
  'POST /users/forgot-password': {
    body: { email: 'ada@x.org' },
    why: 'The letter is sent twice, three times at most; the last link counts.',
  },
  'POST /users/:id/password-link': { path: '/users/1/password-link', why: 'The letter is sent twice; the last link counts.' },
  'POST /admin/email/test': { body: { to: 'ada@x.org' }, why: 'The test letter is sent twice.' },
  'POST /media/uploads': {
    body: { filename: 'a.png', mimeType: 'image/png', filesize: 9 },
    why: 'A ticket that nobody uses expires, and so does its file.',
  },
}

describe('http/sent-twice', () => {
  pairwise((host, database) => {
    let site: Site
    before(async () => {
      site = await startSite(host, database)
    })
    after(() => end(site?.started.cms))

    it('lists every POST route', () => {
      const routes = site.started.cms.engine.http.routes.filter(({ method }) => method === 'POST').map(({ path }) => `POST ${path}`)
      const listed = [KEYED, SAME, NOTHING, TWICE].flatMap((table) => Object.keys(table)).map((name) => name.split(': ')[0]!)
      expect([...new Set(listed)].sort()).to.deep.equal([...new Set(routes)].sort())
    })

    for (const [name, sending] of [KEYED, SAME, NOTHING].flatMap((table) => Object.entries(table)))
      it(`${name} makes one`, async () => {
        const { answers, added } = await twice(site, name, sending)
        const [first, second] = answers.map(({ status }) => status)
        const texts = answers.map(({ text }) => text).join('\n')
        if (sending.statuses) expect([first, second], texts).to.deep.equal(sending.statuses)
        else {
          expect(first, texts).to.be.within(200, 202)
          expect(second, texts).to.equal(first)
        }
        expect(added).to.deep.equal(sending.adds ?? [])
        if (!Object.hasOwn(KEYED, name) || sending.statuses) return
        expect(answers[1]!.headers).to.include({ 'idempotent-replayed': 'true' })
        expect(answers[1]!.body.id).to.equal(answers[0]!.body.id)
      })

    for (const [name, sending] of Object.entries(TWICE))
      it(`${name} may happen twice`, async () => {
        const { answers } = await twice(site, name, sending)
        expect(answers[0]!.status, answers[0]!.text).to.be.within(200, 201)
        expect(answers[1]!.status, answers[1]!.text).to.equal(answers[0]!.status)
      })
  })
})

/** Both answers, and the tables that the second request added rows to, apart from the audit log, which records every request that changes something. */
async function twice(site: Site, name: string, sending: Sending) {
  const { started } = site
  await sending.before?.(site)
  const browser = (await sending.by?.(site)) ?? site.ada
  const path = sending.path ?? name.slice('POST '.length).replace(/:\w+/g, '1')
  const body: any = typeof sending.body === 'function' ? await sending.body(site) : (sending.body ?? {})
  const key = `sending-${site.sendings++}`
  const send = () =>
    browser.send('post', path, (request: any) => {
      request.set('idempotency-key', key)
      return body.file ? request.attach('file', body.file, 'a.png') : request.send(body)
    })
  const first = await send()
  while ((await site.ada.get('/admin/backups')).body.backups[0]?.state === 'running') await setTimeout(10)
  const before = await rowsIn(started)
  const second = await send()
  const now = await rowsIn(started)
  return {
    answers: [first, second],
    added: Object.keys(now).filter((table) => !table.startsWith('$audit') && now[table]! > (before[table] ?? 0)),
  }
}

async function rowsIn({ cms: { engine } }: Started): Promise<Record<string, number>> {
  const { dialect } = engine.store
  const counts: Record<string, number> = {}
  for (const name of await tablesOf(engine)) {
    const [row] = await engine.store.read(`select count(*) as n from ${dialect.table(name)}`, [], true)
    counts[name] = Number(row!['n'])
  }
  return counts
}

async function tablesOf(engine: Started['cms']['engine']): Promise<string[]> {
  const { dialect } = engine.store
  const schema = /"([^"]+)"\."/.exec(dialect.table('posts'))?.[1]
  const sql = schema
    ? `select table_name as name from information_schema.tables where table_schema = '${schema}'`
    : `select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
  return (await engine.store.read(sql, [], true)).map((row) => String(row['name']))
}

/** Both are live, and have a draft aside. */
async function drafted({ started: { cms } }: Site): Promise<void> {
  for (const status of ['published', 'draft']) {
    await cms.update('posts', 1, { title: status, status })
    await cms.updateGlobal('site', { name: status, status })
  }
}

/** The form takes nobody who is faster than people are. */
async function signUpToken({ started, clock }: Site): Promise<string> {
  const { body } = await new Browser(started.listener).get('/users/signup')
  clock.forward(60)
  return body.token
}

/** A file that was sent straight to the storage, and waits there. */
async function uploaded({ started, ada }: Site): Promise<object> {
  const content = await png(30, 10)
  const { body } = await ada.post('/media/uploads', { filename: 'b.png', mimeType: 'image/png', filesize: content.length })
  await started.cms.engine.settings.upload!.storage!.put(new URL(body.url).pathname.slice(1), Readable.from([content]), {
    size: content.length,
    mimeType: 'image/png',
  })
  return { token: body.token }
}

async function startSite(host: Parameters<typeof start>[0], database: Parameters<typeof start>[1]): Promise<Site> {
  const leads = {
    begin: async () => ({ url: 'https://provider.example', kept: {} }),
    finish: async () => Promise.reject(new Error('never asked')),
  }
  const storage = disk({ dir: temporaryFile('-files') })
  const options = { drafts: true, versions: true, schedule: true } as const
  const clock = new MovedClock()
  const started = await start(host, database, {
    clock,
    upload: {
      folders: true,
      storage: { ...storage, uploadURL: async (key) => ({ url: `http://127.0.0.1:9/${key}`, method: 'PUT', headers: {} }) },
    },
    apiKeys: true,
    audit: true,
    backups: { dir: temporaryFile('-backups'), sqlite: (filename) => sqlite({ filename }) },
    webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
    email: { name: 'nowhere', from: 'a@x.org', send: async () => undefined, verify: async () => undefined },
    auth: {
      rbac: true,
      roles: ['admin', 'editor', 'reader'],
      members: { roles: ['reader'], signup: { role: 'reader', verifyEmail: false } },
      providers: [
        { id: 'some', name: 'Some', ...leads },
        { id: 'posting', name: 'Posting', kind: 'post', ...leads },
        { id: 'entered', name: 'Entered', kind: 'credentials', verify: async () => undefined },
      ],
    },
    collections: [
      {
        slug: 'posts',
        ...options,
        trash: true,
        orderable: true,
        fields: [{ name: 'title' }, { name: 'next', type: 'relationship', to: 'posts' }],
      },
    ],
    globals: [{ slug: 'site', ...options, fields: [{ name: 'name' }] }],
  })
  const { cms, listener } = started
  for (const name of ['ada', 'bob']) await makeUser(cms, `${name}@x.org`, { role: 'admin' })
  for (let n = 0; n < 3; n++) await cms.create('posts', { title: `${n}`, status: 'published' })
  await cms.updateGlobal('site', { name: 'a', status: 'published' })
  await cms.updateGlobal('site', { name: 'b', status: 'published' })
  await cms.upload({ filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') })
  return { started, ada: await new Browser(listener).login('ada@x.org'), clock, sendings: 0 }
}
