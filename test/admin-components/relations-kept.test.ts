/** What a document points to outlives its autosaves, at the top and inside blocks, whatever form the answers have. */
import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS, temporaryFile } from '../harness/start.ts'

const pointing: any[] = [
  { name: 'author', type: 'relationship', to: 'people' },
  { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
  { name: 'cover', type: 'upload' },
  { name: 'gallery', type: 'upload', hasMany: true },
]
const nested = (depth: number): any[] =>
  depth === 0 ? pointing : [...pointing, { name: 'in', type: 'blocks', blocks: [{ slug: 'abc'[depth - 1]!, fields: nested(depth - 1) }] }]
const config = (dir: string): Partial<Config> => ({
  localization: { locales: ['en', 'th'] },
  upload: { dir },
  collections: [
    { slug: 'people', useAsTitle: 'name', fields: [{ name: 'name' }] },
    { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
    {
      slug: 'posts',
      useAsTitle: 'title',
      drafts: true,
      fields: [
        { name: 'title' },
        ...nested(3),
        { name: 'rows', type: 'array', fields: pointing },
        { name: 'seo', type: 'group', fields: pointing.map((field) => ({ ...field, localized: true })) },
      ],
    },
  ],
})

const POINTS = { author: 1, tags: [1, 2], cover: 1, gallery: [1, 2] }
const CONTENT = {
  title: 'First',
  ...POINTS,
  in: [{ blockType: 'c', ...POINTS, in: [{ blockType: 'b', ...POINTS, in: [{ blockType: 'a', ...POINTS }] }] }],
  rows: [POINTS],
  seo: POINTS,
}

describe('admin-components: relations', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'relations-kept')) {
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat
      let dir: string

      beforeEach(async () => {
        dir = temporaryFile('-files')
        site = await serve(config(dir), { host, database })
        const { cms } = site
        await makeUser(cms, 'nok@example.org', { role: 'admin' })
        await cms.create('people', { name: 'Ada' })
        for (const name of ['Trains', 'Night', 'Sleep']) await cms.create('tags', { name })
        for (const name of ['a', 'b']) await cms.upload({ filename: `${name}.png`, content: await png(20, 20) })
        seat = await Seat.at(site, { hasClock: true })
      })
      afterEach(async () => {
        await seat.leave()
        await site.stop()
        await rm(dir, { recursive: true, force: true })
        seat.quiet()
      })

      for (const [answers, depth] of [
        ['ids', 0],
        ['documents', 1],
      ] as const)
        for (const status of ['published', 'draft']) {
          it(`keep what a ${status} document points to, where answers hold ${answers} @long`, async () => {
            await site.cms.create('posts', { ...CONTENT, status })
            const before = (await site.cms.findById('posts', 1, { depth: 0, draft: true })) as any
            if (depth > 0)
              await seat.page.route('**/api/cms/posts/1**depth=0**', (route) =>
                route.continue({ url: route.request().url().replace('depth=0', `depth=${depth}`) }),
              )
            await seat.enter('nok@example.org')
            await seat.open('c/posts/1')
            const tags = seat.page.locator('[data-path="tags"]')
            await tags.getByText('Trains').waitFor()
            await seat.fill('Title', 'Second')
            await seat.sees('Changes not saved yet')
            await seat.saved()
            for (const path of ['author', 'in.0.author', 'in.0.in.0.in.0.author', 'rows.0.author', 'seo.author'])
              await seat.page.locator(`[data-path="${path}"]`).getByText('Ada').waitFor()
            for (const path of ['cover', 'gallery', 'in.0.in.0.gallery', 'rows.0.cover'])
              await seat.page.locator(`[data-path="${path}"]`).getByText('a.png').waitFor()
            for (const path of ['tags', 'in.0.in.0.tags']) {
              await seat.page.locator(`[data-path="${path}"]`).getByRole('button', { name: 'Choose' }).last().click()
              const dialog = seat.page.getByRole('dialog')
              await dialog.getByRole('button', { name: 'Sleep' }).click()
              await dialog.getByRole('button', { name: /^Add/ }).click()
              await seat.sees('Changes not saved yet')
              await seat.saved()
            }
            const wanted = structuredClone({ ...before, title: 'Second', tags: [1, 2, 3], status: 'draft' })
            wanted.in[0].in[0].tags = [1, 2, 3]
            const { updatedAt: _, ...stored } = (await site.cms.findById('posts', 1, { depth: 0, draft: true })) as any
            const { updatedAt: __, ...expected } = wanted
            expect(stored).to.deep.equal(expected)
          })
        }
    })
  }
})
