/** Roles never widen: whatever a role is granted, with `auth.rbac` nobody gets an answer that they would not get without it. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { inDepth, longUnlessDrawn } from '../harness/depth.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, HOSTS, pairwise, type Started, start } from '../harness/start.ts'

const ROUNDS = inDepth(2, 8)
const SLUGS = ['plain', 'ruled', 'closed', 'drafted', 'users']
const GLOBALS = ['site', 'locked']
const OPERATIONS = ['read', 'create', 'update', 'delete', 'publish']

const fields = [{ name: 'text' }, { name: 'price' }, { name: 'friend', type: 'relationship', to: 'ruled' }] as const
const config = (rbac: boolean): Partial<Config> => ({
  audit: true,
  auth: { rbac, roles: ['admin', 'editor', 'author'] },
  collections: [
    { slug: 'plain', fields: [...fields] },
    {
      slug: 'ruled',
      access: { read: () => ({ price: { not_equals: 'low' } }), create: 'admin', update: 'owner', delete: 'admin' },
      fields: [...fields],
    },
    { slug: 'closed', access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' }, fields: [...fields] },
    { slug: 'drafted', drafts: true, access: { read: 'anyone', delete: 'owner' }, fields: [...fields] },
  ],
  globals: [
    { slug: 'site', fields: [{ name: 'text' }] },
    { slug: 'locked', access: { update: 'admin' }, fields: [{ name: 'text' }] },
  ],
})

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

function somePermissions(random: () => number): object {
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.5)
  const bySlug = (slugs: readonly string[], value: () => unknown) => Object.fromEntries(some(slugs).map((slug) => [slug, value()]))
  const denials = () =>
    Object.fromEntries(some(['text', 'price', 'friend', 'name']).map((name) => [name, random() < 0.5 ? 'read' : 'hidden']))
  return {
    collections: bySlug(SLUGS, () => some(OPERATIONS)),
    globals: bySlug(GLOBALS, () => some(['read', 'update'])),
    own: bySlug(SLUGS, () => some(OPERATIONS)),
    fields: { collections: bySlug(SLUGS, denials), globals: {} },
  }
}

/** One of the two systems, with its people. */
interface World {
  started: Started
  browsers: Record<string, Browser>
  ids: Record<string, number>
}

describe('features/roles: never widen', () => {
  pairwise((host, database) => {
    const worlds: World[] = []

    before(async () => {
      for (const rbac of [true, false]) {
        const started = await start(host, database, config(rbac))
        const { cms, listener } = started
        const ids: Record<string, number> = {}
        for (const role of ['admin', 'editor', 'author']) ids[role] = (await makeUser(cms, `${role}@example.org`, { role })).id
        await cms.updateGlobal('site', { text: 'marker-site' })
        await cms.updateGlobal('locked', { text: 'marker-locked' })
        const browsers: World['browsers'] = { visitor: new Browser(listener) }
        for (const role of ['admin', 'editor', 'author']) browsers[role] = await new Browser(listener).login(`${role}@example.org`)
        worlds.push({ started, browsers, ids })
      }
    })
    after(async () => {
      for (const { started } of worlds) await end(started.cms)
    })

    /** Two documents of each kind, one the author's own; by name, since ids drift apart. */
    async function seed({ started: { cms }, ids }: World, round: string): Promise<Record<string, number>> {
      const made: Record<string, number> = {}
      for (const slug of SLUGS.filter((one) => one !== 'users')) {
        for (const { id } of (await cms.find(slug, { limit: 0, draft: true })).docs) await cms.delete(slug, id)
        for (const owner of ['author', 'editor']) {
          const name = `${slug}-${owner}`
          const friend = made['ruled-editor']
          const low = owner === 'editor' && slug === 'ruled' ? 'low' : `marker-price-${name}-${round}`
          const data = { text: `marker-text-${name}-${round}`, price: low, createdBy: ids[owner], ...(friend && { friend }) }
          made[name] = (await cms.create(slug, slug === 'drafted' && owner === 'editor' ? { ...data, status: 'published' } : data)).id
        }
      }
      return made
    }

    it(`holds for ${ROUNDS} roles, every operation and every caller${longUnlessDrawn(host, HOSTS, 'never widen')}`, async () => {
      const random = numbers(17)
      const [on] = worlds as [World, World]
      const roles = (await on.browsers['admin']!.get('/admin/roles')).body.roles
      const author = roles.find((role: any) => role.key === 'author').id
      const tally = { answered: 0, refused: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0) {
          const permissions = somePermissions(random)
          expect((await on.browsers['admin']!.patch(`/admin/roles/${author}`, { permissions })).status).to.equal(200)
        }
        for (const who of ['author', 'editor', 'visitor']) {
          // What is deleted in one world alone would look like a difference: each caller gets documents of their own.
          const made = await Promise.all(worlds.map((world) => seed(world, `${round}-${who}`)))
          for (const [method, path, body] of requests(Object.keys(made[0]!), `${round}-${who}`)) {
            const answers = []
            for (const [index, { browsers, ids }] of worlds.entries()) {
              const target = path.replace(/\{(\S+?)\}/, (_, name) => String(made[index]![name] ?? ids[name]))
              answers.push(await browsers[who]!.send(method, target, body))
            }
            const [withRoles, without] = answers as [any, any]
            const what = `round ${round}: ${who} ${method} ${path}: ${withRoles.status} with roles, ${without.status} without`
            if (withRoles.status < 300) expect(without.status, what).to.be.below(300)
            tally[withRoles.status < 300 ? 'answered' : 'refused']++
            if (withRoles.status < 300 && without.status < 300)
              expect(markersIn(without.text), what).to.include.members([...markersIn(withRoles.text)])
          }
        }
      }
      expect(tally.answered).to.be.above(50 * ROUNDS)
      expect(tally.refused).to.be.above(50 * ROUNDS)
    }).timeout(120_000)
  })
})

type Attempted = ['get' | 'post' | 'patch' | 'delete', string, object?]

function requests(documents: readonly string[], round: string): Attempted[] {
  const slugs = [...SLUGS, 'media']
  return [
    ...slugs.map((slug): Attempted => ['get', `/${slug}?limit=100&depth=2&draft=true`]),
    ...SLUGS.map((slug): Attempted => ['get', `/${slug}?where[text][exists]=true&sort=price&limit=100`]),
    ...documents.map((name): Attempted => ['get', `/${name.split('-')[0]}/{${name}}?depth=2&draft=true`]),
    ...documents.map((name): Attempted => ['patch', `/${name.split('-')[0]}/{${name}}`, { text: `marker-text-${name}-${round}` }]),
    ['post', '/drafted/{drafted-author}/unpublish'],
    ...documents.map((name): Attempted => ['delete', `/${name.split('-')[0]}/{${name}}`]),
    ...SLUGS.slice(0, 4).map((slug): Attempted => ['post', `/${slug}`, { text: 'new' }]),
    ...['author', 'editor', 'admin'].flatMap((name): Attempted[] => [
      ['get', `/users/{${name}}`],
      ['patch', `/users/{${name}}`, { name: 'changed' }],
    ]),
    ...GLOBALS.flatMap((slug): Attempted[] => [
      ['get', `/globals/${slug}`],
      ['post', `/globals/${slug}`, { text: `marker-${slug}` }],
    ]),
    ...['status', 'audit', 'deliveries', 'backups', 'email', 'sso', 'owned/1', 'counts', 'search?q=marker'].map(
      (view): Attempted => ['get', `/admin/${view}`],
    ),
  ]
}

const markersIn = (text: string): Set<string> => new Set(text.match(/marker-[\w-]+/g) ?? [])
