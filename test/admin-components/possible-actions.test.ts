/** What the admin offers is possible: each role opens each page, and what it finds there is what the server allows it over HTTP. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const CONTENT = ['read', 'create', 'update', 'delete', 'publish']

interface Granted {
  collections?: Record<string, string[]>
  globals?: Record<string, string[]>
  own?: Record<string, string[]>
  fields?: object
  admin?: string[]
}

/** Those of `auth.roles`, and custom roles with what they are granted. */
const ROLES: Record<string, Granted | 'built-in'> = {
  admin: 'built-in',
  editor: 'built-in',
  lead: 'built-in',
  reader: { collections: { posts: ['read'], users: ['read'] }, globals: { site: ['read'] } },
  creator: { collections: { posts: ['read', 'create'], media: ['read', 'create'], 'media-folders': ['read', 'create'] } },
  writer: { collections: { posts: ['read', 'create', 'update'], tags: CONTENT }, globals: { site: ['read', 'update'] } },
  publisher: { collections: { posts: ['read', 'update', 'publish'] } },
  starter: { collections: { posts: ['read', 'create', 'publish'] } },
  sweeper: {
    collections: { posts: ['read', 'delete'], media: ['read', 'delete'], 'media-folders': ['read', 'delete'], tags: ['read', 'delete'] },
  },
  pictures: { collections: { media: CONTENT, 'media-folders': CONTENT } },
  own: {
    collections: { posts: CONTENT, media: CONTENT, 'media-folders': CONTENT, tags: CONTENT },
    own: {
      posts: ['update', 'delete', 'publish'],
      media: ['update', 'delete'],
      'media-folders': ['update', 'delete'],
      tags: ['update', 'delete'],
    },
  },
  limited: {
    collections: { posts: CONTENT, media: CONTENT, users: ['read', 'update'] },
    fields: { collections: { posts: { summary: 'read', note: 'hidden' }, media: { alt: 'read' } } },
  },
  overseer: { collections: {}, admin: ['audit', 'deliveries', 'status'] },
}

/**
 * The page, the control, and the call that it makes. `:live` and the like are documents of an admin, `:mine…` of the person: others for
 * every call. `+ticked` ticks the first row of a list or library, which is the newest.
 */
const ACTIONS = `
  c/posts                   | button New Post           | POST /posts {"title":"x","status":"draft"}
  c/posts +ticked :mine     | button Edit               | PATCH /posts/:mine {"title":"y","status":"draft"}
  c/posts +ticked :mine     | button Publish            | PATCH /posts/:mine {"status":"published"}
  c/posts +ticked :mine     | button Delete             | DELETE /posts/:mine
  c/posts +ticked :mineLive | button Unpublish          | POST /posts/:mineLive/unpublish
  c/posts +ticked :draft    | button Edit               | PATCH /posts/:draft {"title":"y","status":"draft"}
  c/posts +ticked :draft    | button Publish            | PATCH /posts/:draft {"status":"published"}
  c/posts +ticked :draft    | button Delete             | DELETE /posts/:draft
  c/posts +ticked :live     | button Unpublish          | POST /posts/:live/unpublish
  c/posts?trash=true +only :mineTrashed | button Bring back | POST /posts/:mineTrashed/recover and GET /posts/:mineTrashed?trash=true&draft=true
  c/posts?trash=true +ticked :mineTrashed | button Delete   | DELETE /posts/:mineTrashed?trash=true
  c/posts/new               | button Save draft         | POST /posts {"title":"x","status":"draft"}
  c/posts/new               | button Publish            | POST /posts {"title":"x","status":"published"}
  c/posts/:draft            | button Save draft         | PATCH /posts/:draft {"title":"y","status":"draft"}
  c/posts/:draft            | button Publish            | PATCH /posts/:draft {"title":"y","status":"published"}
  c/posts/:draft            | field Title               | PATCH /posts/:draft {"title":"y","status":"draft"}
  c/posts/:draft            | field Summary             | PATCH /posts/:draft {"summary":"y","status":"draft"}
  c/posts/:draft            | field Note                | PATCH /posts/:draft {"note":"y","status":"draft"}
  c/posts/:draft            | menuitem Schedule         | POST /posts/:draft/schedule {"action":"publish","at":"2999-01-01"}
  c/posts/:draft            | menuitem History          | GET /posts/:draft/versions
  c/posts/:draft            | menuitem Duplicate        | POST /posts?copyOf=:draft {"title":"x","status":"draft"}
  c/posts/:draft            | menuitem Delete           | DELETE /posts/:draft
  c/posts/:live             | button Save draft         | PATCH /posts/:live {"title":"y","status":"draft"}
  c/posts/:live             | button Publish changes    | PATCH /posts/:live {"title":"y","status":"published"}
  c/posts/:live             | menuitem Unpublish        | POST /posts/:live/unpublish
  c/posts/:pending          | menuitem Discard changes  | POST /posts/:pending/discard-draft
  c/posts/:mine             | button Save draft         | PATCH /posts/:mine {"title":"y","status":"draft"}
  c/posts/:mine             | button Publish            | PATCH /posts/:mine {"title":"y","status":"published"}
  c/posts/:mine             | menuitem Schedule         | POST /posts/:mine/schedule {"action":"publish","at":"2999-01-01"}
  c/posts/:mine             | menuitem Delete           | DELETE /posts/:mine
  c/posts/:trashed          | button Bring back         | POST /posts/:trashed/recover and GET /posts/:trashed?trash=true&draft=true
  c/posts/:mineTrashed      | button Bring back         | POST /posts/:mineTrashed/recover and GET /posts/:mineTrashed?trash=true&draft=true
  c/tags                    | button New Tag            | POST /tags {"name":"x"}
  c/tags +ticked :mineTag   | button Delete             | DELETE /tags/:mineTag
  c/tags +ticked :mineTag   | button Edit               | PATCH /tags/:mineTag {"name":"y"}
  c/tags +ticked :tag       | button Delete             | DELETE /tags/:tag
  c/tags +ticked :tag       | button Edit               | PATCH /tags/:tag {"name":"y"}
  c/tags/new                | button Create Tag         | POST /tags {"name":"x"}
  c/tags/:tag               | button Save               | PATCH /tags/:tag {"name":"y"}
  c/tags/:tag               | field Name                | PATCH /tags/:tag {"name":"y"}
  c/tags/:tag               | menuitem Duplicate        | POST /tags {"name":"x"}
  c/tags/:tag               | menuitem Delete           | DELETE /tags/:tag
  g/site                    | button Save               | PATCH /globals/site {"name":"y"}
  g/site                    | field Name                | PATCH /globals/site {"name":"y"}
  media                     | label Upload              | UPLOAD /media
  media                     | button New folder         | POST /media-folders {"name":"x"}
  media +ticked :mineFile   | field Move to …              | PATCH /media/:mineFile {"folder":null}
  media +ticked :mineFile   | button Delete             | DELETE /media/:mineFile
  media +ticked :file       | field Move to …           | PATCH /media/:file {"folder":null}
  media +ticked :file       | button Delete             | DELETE /media/:file
  media?folder=:folder      | button Rename, move or delete this folder | PATCH /media-folders/:folder {"name":"x"} or DELETE /media-folders/:folder
  media?id=:file            | button Save               | PATCH /media/:file {"private":true}
  media?id=:file            | button Delete             | DELETE /media/:file
  media?id=:file            | label Replace             | REPLACE /media/:file/file
  media?id=:file            | button Crop               | PATCH /media/:file {"crop":{"x":0,"y":0,"width":50,"height":50}}
  media?id=:file            | field Alternative text    | PATCH /media/:file {"alt":"y"}
  media?id=:mineFile        | button Save               | PATCH /media/:mineFile {"private":true}
  media?id=:mineFile        | button Delete             | DELETE /media/:mineFile
  c/users                   | button New Person          | POST /users {"email":"x@example.org","role":"reader","team":"a","password":"a long password"}
  c/users/new               | button Create Person       | POST /users {"email":"x@example.org","role":"reader","team":"a","password":"a long password"}
  c/users/:person           | button Save               | PATCH /users/:person {"name":"y"}
  c/users/:person           | field Name                | PATCH /users/:person {"name":"y"}
  c/users/:person           | field Role                | PATCH /users/:person {"role":"editor"}
  c/users/:person           | menuitem Delete           | DELETE /users/:person?transferTo=none
  c/users/:teammate         | button Save               | PATCH /users/:teammate {"name":"y"}
  c/users/:teammate         | menuitem Delete           | DELETE /users/:teammate?transferTo=none
  c/users/:me               | button Save               | PATCH /users/:me {"name":"y"}
  system/keys               | button New key            | POST /api-keys {"name":"x"}
  system/keys               | button Delete             | DELETE /api-keys/:key
  system/backups            | button Back up now        | POST /admin/backups
  system/roles              | button New role           | POST /admin/roles {"key":"x","name":"x"}
  system/roles              | button Save               | PATCH /admin/roles/:spare {"name":"y"}
  system/audit              | button Verify             | POST /admin/audit/verify
  system/deliveries         | button Send now           | POST /admin/deliveries/webhook/:delivery/retry
  system/deliveries +ticked | button Send again         | POST /admin/deliveries/webhook/retry?ids=:delivery
  system/deliveries +ticked | button Delete             | DELETE /admin/deliveries/webhook?ids=:delivery
  account                   | button Save               | PATCH /users/:me {"name":"y"}
`
  .trim()
  .split('\n')
  .map((line) => {
    const [at, control, calls] = line.split('|').map((part) => part.trim()) as [string, string, string]
    return { at, control, calls }
  })

describe('admin-components: possible actions', function () {
  this.timeout(240_000)
  let site: Site
  let admin: Browser
  let picture: Buffer
  let made = 0
  const roles = new Map<string, number>()

  before(async () => {
    picture = await png(20, 20)
    site = await serve({
      audit: true,
      apiKeys: true,
      auth: { rbac: true, roles: ['admin', 'editor', 'lead'] },
      upload: { dir: temporaryFile('-files'), folders: true },
      backups: { dir: temporaryFile('-backups') },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          schedule: true,
          trash: true,
          fields: [{ name: 'title', required: true }, { name: 'summary', type: 'textarea' }, { name: 'note' }],
        },
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name', required: true }] },
        {
          slug: 'users',
          access: {
            create: ({ user }: any) => user?.role === 'lead',
            update: ({ user }: any) => user !== null && (user.role === 'lead' ? { team: { equals: 'a' } } : { id: { equals: user.id } }),
            delete: ({ user }: any) => user?.role === 'lead' && { team: { equals: 'a' } },
          },
          fields: [{ name: 'team' }],
        },
      ],
      globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
    } as object)
    await makeUser(site.cms, 'ada@example.org', { role: 'admin' })
    admin = await new Browser(site.listener).login('ada@example.org')
    for (const [key, permissions] of Object.entries(ROLES))
      if (permissions !== 'built-in') {
        const answer = await admin.post('/admin/roles', { key, name: key, permissions })
        expect(answer.status, answer.text).to.equal(201)
      }
    roles.set('spare', (await admin.post('/admin/roles', { key: 'spare', name: 'Spare', permissions: {} })).body.id)
  })
  after(() => site?.stop())

  interface Person {
    id: number
    email: string
    role: string
    browser: Browser
  }

  const NEW: Record<string, (who: Person) => Promise<number | string>> = {
    draft: () => newPost({ status: 'draft' }),
    live: () => newPost({ status: 'published' }),
    pending: async () => {
      const id = await newPost({ status: 'published' })
      await site.cms.update('posts', id, { title: 'pending', status: 'draft' } as object)
      return id
    },
    trashed: () => trashed({}),
    mine: ({ id }) => newPost({ status: 'draft', createdBy: id }),
    mineLive: ({ id }) => newPost({ status: 'published', createdBy: id }),
    mineTrashed: ({ id }) => trashed({ createdBy: id }),
    tag: () => newOne('tags', { name: 'tag' }),
    mineTag: ({ id }) => newOne('tags', { name: 'tag', createdBy: id }),
    folder: () => newOne('media-folders', { name: `folder ${made++}` }),
    file: () => newFile(),
    mineFile: async ({ id }) => {
      const file = await newFile()
      await site.cms.update('media', file, { createdBy: id } as object)
      return file
    },
    person: async () => (await makeUser(site.cms, `person${made++}@example.org`, { role: 'editor', team: 'b' })).id,
    teammate: async () => (await makeUser(site.cms, `mate${made++}@example.org`, { role: 'editor', team: 'a' })).id,
    me: async ({ id }) => id,
    role: async ({ role }) => role,
    spare: async () => roles.get('spare')!,
    key: async (who) => (await who.browser.post('/api-keys', { name: 'a key' })).body.id,
    delivery: async () => 1,
  }

  const newOne = async (slug: string, values: object): Promise<number> =>
    ((await site.cms.create(slug, values as never)) as { id: number }).id
  const newPost = (values: object) => newOne('posts', { title: `post ${made++}`, ...values })
  const trashed = async (values: object) => {
    const id = await newPost({ status: 'draft', ...values })
    await site.cms.delete('posts', id)
    return id
  }
  const newFile = async () => (await admin.upload(picture, `file-${made++}.png`)).body.id as number

  async function filledIn(text: string, who: Person): Promise<string> {
    const names = [...text.matchAll(/:([a-z][A-Za-z]*)/g)].map(([, name]) => name!).filter((name) => NEW[name])
    let said = text
    for (const name of new Set(names)) {
      const id = await NEW[name]!(who)
      said = said.replace(new RegExp(`:${name}\\b`, 'g'), String(id))
    }
    return said
  }

  async function isAllowed(call: string, who: Person): Promise<boolean> {
    const said = await filledIn(call, who)
    const [, method, path, sent] = /^(\S+) (\S+)(?: (.*))?$/.exec(said)!
    const body = sent?.replaceAll('x@', `x${made++}@`).replaceAll(':"x"', `:"x${made++}"`)
    const as = who.browser
    const answer =
      method === 'UPLOAD'
        ? await as.upload(picture, 'new.png')
        : method === 'REPLACE'
          ? await as.upload(picture, 'other.png', {}, { path: path!, method: 'put' })
          : await as.send(method!.toLowerCase() as 'get', path!, body && JSON.parse(body))
    if (answer.status >= 400) expect([403, 404], `${who.role}: ${said}: ${answer.text}`).to.include(answer.status)
    if (answer.status >= 400 || method !== 'PATCH') return answer.status < 400
    // A field that a role may only read is left as it is, without a word.
    return Object.entries(JSON.parse(body!) as object).every(([name, value]) => isDeepStrictEqual(answer.body[name] ?? null, value))
  }

  /** `A or B`: one of them is enough. `A and B`: both are needed. */
  async function anyAllowed(calls: string, who: Person): Promise<boolean> {
    const answers: boolean[] = []
    for (const call of calls.split(/ (?:or|and) /)) answers.push(await isAllowed(call, who))
    return calls.includes(' and ') ? answers.every(Boolean) : answers.some(Boolean)
  }

  /** Every control that can be used, as \`button Save\`. */
  async function controlsOf(page: Page): Promise<Set<string>> {
    const names = async () =>
      page.evaluate(() => {
        const root = document.querySelector('cms-admin')!.shadowRoot!
        const dialog = root.querySelector('dialog[open]')
        const within = dialog ?? root.querySelector('main')!
        const found: string[] = []
        for (const element of within.querySelectorAll(
          'button, summary.button, a.button, label.button, [role=menuitem], input, select, textarea',
        )) {
          if (element.matches('.chosen :disabled')) continue
          if (!element.checkVisibility() && !element.closest('[role=menu]')) continue
          const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
          const isOpen = !(element as HTMLInputElement).disabled && !(element as HTMLInputElement).readOnly
          if (element.matches('label')) found.push(`label ${name}`)
          else if (element.matches('[role=menuitem]')) found.push(`menuitem ${name}`)
          else if (element.matches('button, summary, a')) found.push(`button ${name}`)
          else if (isOpen) {
            const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
            found.push(`field ${label.replace(/\s+/g, ' ').replace(/\*/g, '').trim()}`)
          }
        }
        return found
      })
    const all = new Set(await names())
    const more = page.locator('main').getByRole('button', { name: 'More', exact: true }).filter({ visible: true })
    if ((await more.count()) > 0 && (await page.locator('dialog[open]').count()) === 0) {
      await more.first().click()
      await page.locator('[role=menu]').filter({ visible: true }).first().waitFor()
      for (const one of await names()) all.add(one)
      await page.keyboard.press('Escape')
    }
    return all
  }

  async function open(seat: Seat, at: string): Promise<Set<string>> {
    const { page } = seat
    const [path = '', state] = at.split(' +')
    await seat.open(path)
    await page.locator('main#main').waitFor()
    await page.waitForFunction(() => {
      const root = document.querySelector('cms-admin')?.shadowRoot
      return root?.querySelector('main h1') && !root.querySelector('main .ghost, main [aria-busy=true]')
    })
    if (path.startsWith('media?id=')) await dialogOrRefusal(page)
    // Whether there is a button depends on an answer.
    if (path.startsWith('media?folder=')) await page.waitForLoadState('networkidle')
    if (state?.startsWith('ticked')) {
      const box = page.locator('main .files-grid li, main tbody tr').first().locator('input[type=checkbox]')
      if ((await box.count()) === 0) return new Set()
      await box.click()
      await page.locator('.chosen:not([aria-busy=true])').waitFor()
    }
    return controlsOf(page)
  }

  /** Of a role that may not read files there is neither library nor dialog. */
  const dialogOrRefusal = (page: Page) =>
    page.locator('dialog[open] .inside:not([aria-busy=true]) .file-view').or(page.locator('main .empty')).first().waitFor()

  for (const role of drawn(Object.keys(ROLES), 'actions'))
    it(`to the role ${role} is what the server allows, no more and no less @long`, async () => {
      const email = `${role}@example.org`
      const { id } = await makeUser(site.cms, email, { role, team: 'a' })
      const who: Person = { id, email, role, browser: await new Browser(site.listener).login(email) }
      const seat = await Seat.at(site, { as: email })
      const wrong: string[] = []
      for (const name of ['mine', 'mineTag', 'mineFile', 'mineTrashed', 'key']) await NEW[name]!(who)
      const offered = new Map<string, Set<string>>()
      for (const { at, control, calls } of ACTIONS) {
        if (!offered.has(at)) offered.set(at, await open(seat, await filledIn(at, who)))
        const isOffered = offered.get(at)!.has(control)
        const mayDo = await anyAllowed(calls, who)
        if (isOffered !== mayDo)
          wrong.push(`${at}: ${control} is ${isOffered ? 'offered, but refused' : 'allowed, but not offered'} (${calls})`)
      }
      await seat.leave()
      expect(wrong).to.deep.equal([])
    })
})
