/** Every kind of field × every kind of caller: who reads it, sets it, changes it, filters and sorts by it. */
import { expect } from 'chai'
import type { Field } from '../../lib/field-config.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

const CALLERS = ['anonymous', 'member', 'editor', 'limited', 'owner', 'admin', 'key'] as const

/**
 * In the order read, create, update, filter, sort: the first letter where it works, `-` where it is not there or without effect,
 * `!` where it is forbidden (403), `?` where nobody knows of it (400). Visitors may not create or update at all.
 */
const TABLE = `
              anonymous  member  editor  limited  owner  admin  key
  open        r!!fs      rcufs   rcufs   rcufs    rcufs  rcufs  rcufs
  hidden      -!!??      ---??   ---??   ---??    ---??  ---??  ---??
  readRuled   -!!!!      -cu!!   -cu!!   -cu!!    -cu!!  rcufs  -cu!!
  writeRuled  r!!fs      r--fs   r--fs   r--fs    r--fs  rcufs  r--fs
  createOnly  r!!fs      rc-fs   rc-fs   rc-fs    rc-fs  rc-fs  rc-fs
  never       r!!fs      r--fs   r--fs   r--fs    r--fs  r--fs  r--fs
  byDocument  -!!!!      -cu!!   -cu!!   -cu!!    rcu!!  rcu!!  -cu!!
  taken       -!!??      ---??   ---??   ---??    ---??  ---??  ---??
  roleHidden  r!!fs      rcufs   rcufs   ---!!    rcufs  rcufs  rcufs
  roleRead    r!!fs      rcufs   rcufs   r--fs    rcufs  rcufs  rcufs
`

const admin = ({ user }: any) => user?.role === 'admin'
/** Inside rows, blocks and groups. */
const cells: Field[] = [{ name: 'free' }, { name: 'ruled', access: { create: 'admin', update: 'admin' } }]
const fields: Field[] = [
  { name: 'open' },
  { name: 'hidden', hidden: true },
  { name: 'readRuled', access: { read: admin } },
  { name: 'writeRuled', access: { create: 'admin', update: 'admin' } },
  { name: 'createOnly', access: { create: 'anyone', update: 'nobody' } },
  { name: 'never', access: { create: 'nobody', update: 'nobody' } },
  { name: 'byDocument', access: { read: ({ user, data }: any) => user?.role === 'admin' || user?.email === data.mail } },
  { name: 'taken', writeOnly: true },
  { name: 'roleHidden' },
  { name: 'roleRead' },
  { name: 'mail' },
  { name: 'rows', type: 'array', fields: cells },
  { name: 'parts', type: 'blocks', blocks: [{ slug: 'part', fields: cells }] },
  { name: 'group', type: 'group', fields: cells },
]

describe('http: the matrix of fields', () => {
  everywhere((host, database) => {
    let started: Started
    const callers = {} as Record<(typeof CALLERS)[number], Browser>
    let document: number

    before(async () => {
      started = await start(host, database, {
        clock: new MovedClock(),
        apiKeys: true,
        auth: { rbac: true, roles: ['admin', 'editor', 'limited', 'reader'], members: { roles: ['reader'] } },
        collections: [{ slug: 'things', access: { read: 'anyone', create: 'signedIn', update: 'signedIn' }, fields }],
      })
      const { cms, listener } = started
      for (const role of ['admin', 'editor', 'limited', 'reader', 'owner'])
        await makeUser(cms, `${role}@x.org`, { role: role === 'owner' ? 'editor' : role })
      const as = (name: string) => new Browser(listener).login(`${name}@x.org`)
      Object.assign(callers, {
        anonymous: new Browser(listener),
        member: await as('reader'),
        editor: await as('editor'),
        limited: await as('limited'),
        owner: await as('owner'),
        admin: await as('admin'),
        key: new Browser(listener),
      })
      const { body } = await callers.admin.get('/admin/roles')
      const all = { collections: { things: ['read', 'create', 'update'], users: ['read'] } }
      const limited = { ...all, fields: { collections: { things: { roleHidden: 'hidden', roleRead: 'read' } } } }
      for (const role of body.roles)
        if (role.key === 'limited') await callers.admin.patch(`/admin/roles/${role.id}`, { permissions: limited })
      const key = await callers.editor.post('/api-keys', { name: 'key', permissions: all })
      callers.key.headers = { authorization: `Bearer ${key.body.key}` }
      document = (
        (await cms.create('things', {
          ...Object.fromEntries(fields.filter((field) => !('type' in field)).map(({ name }) => [name, 'before'])),
          mail: 'owner@x.org',
        })) as {
          id: number
        }
      ).id
    })
    after(() => end(started?.cms))

    async function cell(field: string, caller: Browser): Promise<string> {
      const stored = async (id: number) => ((await started.cms.findById('things', id, { showHidden: true })) as any)[field]
      const read = (await caller.get(`/things/${document}`)).body[field] === 'before' ? 'r' : '-'
      const made = await caller.post('/things', { [field]: 'made' })
      const create = made.status === 201 ? ((await stored(made.body.id)) === 'made' ? 'c' : '-') : made.status === 401 ? '!' : made.text
      const changed = await caller.patch(`/things/${document}`, { [field]: 'after' })
      const update =
        changed.status === 200 ? ((await stored(document)) === 'after' ? 'u' : '-') : changed.status === 401 ? '!' : changed.text
      await started.cms.update('things', document, { [field]: 'before' })
      const letterOf = async (query: string, letter: string) =>
        ({ 200: letter, 400: '?', 403: '!' })[(await caller.get(`/things?${query}`)).status]
      return read + create + update + (await letterOf(`where[${field}][exists]=true`, 'f')) + (await letterOf(`sort=${field}`, 's'))
    }

    it('keeps what the caller may not set inside rows, blocks and groups', async () => {
      const cell = { free: 'before', ruled: 'before' }
      const { id } = (await started.cms.create('things', { rows: [cell], parts: [{ blockType: 'part', ...cell }], group: cell })) as any
      const change = async (caller: Browser) => {
        const { rows, parts } = (await started.cms.findById('things', id)) as any
        const after = { free: 'after', ruled: 'after' }
        const answer = await caller.patch(`/things/${id}`, {
          rows: [{ id: rows[0].id, ...after }, after],
          parts: [
            { id: parts[0].id, blockType: 'part', ...after },
            { blockType: 'part', ...after },
          ],
          group: after,
        })
        expect(answer.status, answer.text).to.equal(200)
        const doc = (await started.cms.findById('things', id)) as any
        return [...doc.rows, ...doc.parts, doc.group].map(({ free, ruled }: any) => `${free} ${ruled}`)
      }
      expect(await change(callers.editor)).to.deep.equal(['after before', 'after null', 'after before', 'after null', 'after before'])
      expect(await change(callers.key)).to.deep.equal(['after before', 'after null', 'after before', 'after null', 'after before'])
      expect(await change(callers.admin)).to.deep.equal(Array(5).fill('after after'))
      const made = await callers.editor.post('/things', { rows: [{ free: 'made', ruled: 'made' }], group: { free: 'made', ruled: 'made' } })
      const doc = (await started.cms.findById('things', made.body.id)) as any
      expect([doc.rows[0].ruled, doc.group.ruled]).to.deep.equal([null, null])
    })

    const [head, ...rows] = TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    for (const [field, ...cells] of rows) {
      it(field!, async () => {
        const given: Record<string, string> = {}
        for (const name of CALLERS) given[name] = await cell(field!, callers[name])
        expect(given).to.deep.equal(Object.fromEntries(head!.map((name, index) => [name, cells[index]])))
        expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }
  })
})
