/** The Local API is typed by slug: checked by the compiler, and its types generated for the test's own schema. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import type { NumberTests, TextTests } from '../../lib/local/typed-where.ts'
import type { ContentType } from '../../lib/register.ts'
import { build } from '../../schema/build.ts'
import { printTypes } from '../../schema/typescript.ts'
import { blog } from '../harness/blog.ts'

interface Post {
  id: number
  title: string
}
interface PostType extends ContentType {
  read: Post
  write: { title: string }
  where: { id?: NumberTests; title?: TextTests }
  sort: 'title' | '-title'
  drafts: false
}
interface SiteType extends ContentType {
  read: { name: string | null }
  write: { name?: string | null }
}
interface Mine {
  collections: { posts: PostType }
  globals: { site: SiteType }
  locales: never
  roles: string
}

/** Never run: the compiler is the test. */
async function typed(cms: Handle<Mine>): Promise<string> {
  const { docs, totalDocs } = await cms.find('posts', { where: { title: { equals: 'x' } } })
  const count: number | null = totalDocs
  const created: Post = await cms.create('posts', { title: 'x' })
  const maybe: Post | null = await cms.findById('posts', 1)
  const site: string | null = (await cms.findGlobal('site')).name
  // @ts-expect-error there is no such collection
  await cms.find('psots')
  // @ts-expect-error a title is needed
  await cms.create('posts', {})
  // @ts-expect-error a title is text
  await cms.update('posts', 1, { title: 5 })
  // @ts-expect-error there is no such field
  docs[0]!.nope
  return `${docs[0]!.title}${count}${created.id}${maybe?.title}${site}`
}

describe('local/types', () => {
  it('are printed for every content type, to read and to write', async () => {
    const model = await build({ schema: [blog] })
    const printed = await printTypes(model)
    expect(typed).to.be.a('function')
    for (const piece of [
      "export interface Post<R extends galley.ReadAs = 'depth 1'> {",
      'export interface PostInput<',
      'author: galley.One<R, Author',
      'tags: galley.Many<R, Tag',
      'layout: "wide" | "narrow" | null',
      '"posts": PostContentType',
      '"site": SiteContentType',
      "declare module 'galley'",
    ])
      expect(printed).to.include(piece)
    expect(/export interface Post<[\s\S]*?\n\}/.exec(printed)![0]).to.not.include('note')
  })
})
