/** Three spellings, one document: held by golden files, and by random content types. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import { TEXT_FEATURES, type TextFeature } from '../../lib/rich-text/kinds.ts'
import { build } from '../../schema/build.ts'
import type { SchemaDocument } from '../../schema/document.ts'
import { printSdl, wholeDocument } from '../../schema/print-sdl.ts'

const golden = (name: string) => readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8')

const builtIn = [
  { slug: 'users', fields: [{ name: 'email', type: 'email', required: true, unique: true }] },
  { slug: 'media', fields: [{ name: 'filename' }] },
]

const spelledInFields = {
  collections: [
    {
      slug: 'posts',
      description: 'An article of the blog.',
      useAsTitle: 'title',
      drafts: true,
      versions: { max: 20 },
      schedule: true,
      indexes: [
        ['layout', '-createdAt'],
        ['author', 'seo.title'],
      ],
      access: { read: 'published', update: 'owner' },
      fields: [
        {
          name: 'title',
          type: 'text',
          required: true,
          localized: true,
          maxLength: 120,
          label: { en: 'Title', th: 'ชื่อเรื่อง' },
          description: 'Shown in lists and as the page heading.',
        },
        { name: 'slug', type: 'slug', required: true, from: 'title' },
        { name: 'body', type: 'richText', localized: true },
        { name: 'cover', type: 'upload' },
        { name: 'author', type: 'relationship', to: 'users', required: true },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, maxRows: 8 },
        { name: 'layout', type: 'select', options: ['wide', 'narrow'], defaultValue: 'wide' },
        {
          name: 'sections',
          type: 'blocks',
          blocks: [
            { slug: 'quote', fields: [{ name: 'text', type: 'textarea', required: true }, { name: 'by' }] },
            {
              slug: 'gallery',
              fields: [{ name: 'images', type: 'upload', hasMany: true, required: true, minRows: 1 }],
            },
          ],
        },
        {
          name: 'story',
          type: 'richText',
          features: ['heading', 'bold', 'link', 'embed', 'block'],
          headings: [2, 3],
          blocks: [
            'quote',
            {
              slug: 'aside',
              fields: [
                { name: 'tone', type: 'select', options: ['calm', 'loud'] },
                { name: 'text', type: 'richText', features: ['bold', 'italic'] },
              ],
            },
          ],
          embeds: ['youtube', { name: 'maps', pattern: 'https://maps\\.example\\.org/[a-z]+' }],
          unknown: 'keep',
        },
        { name: 'seo', type: 'group', fields: [{ name: 'title' }, { name: 'description', type: 'textarea' }] },
      ],
    },
    { slug: 'tags', editIn: 'drawer', fields: [{ name: 'name', required: true, unique: true }] },
    { slug: 'users', fields: [{ name: 'bio', type: 'textarea', localized: true }] },
  ],
  globals: [{ slug: 'site', versions: true, fields: [{ name: 'siteName', required: true, localized: true }] }],
}

const documentsOf = async (declared: Parameters<typeof build>[0]): Promise<Record<string, SchemaDocument>> => {
  const { entities } = await build({ builtIn, ...declared })
  return Object.fromEntries([...entities].map(([slug, entity]) => [slug, entity.document]))
}

describe('schema/spellings', () => {
  it('lowers the blog to the golden documents from SDL, from fields and from the documents themselves', async () => {
    const wanted = JSON.parse(golden('blog.documents.json'))
    expect(await documentsOf({ schema: [new URL('../golden/blog.graphql', import.meta.url)] })).to.deep.equal(wanted)
    expect(await documentsOf(spelledInFields)).to.deep.equal(wanted)
    expect(await documentsOf({ schema: Object.values(wanted) as SchemaDocument[], builtIn: [] })).to.deep.equal(wanted)
  })

  it('says the former slug of a block type in every spelling', async () => {
    const fields = [{ name: 'layout', type: 'blocks', blocks: [{ slug: 'clip', renamedFrom: 'video', fields: [{ name: 'url' }] }] }]
    const model = await build({ builtIn, collections: [{ slug: 'posts', fields }] })
    const sdl = printSdl(model)
    expect(sdl).to.include('type Clip @renamedFrom(name: "video") {')
    for (const schema of [[{ name: 'printed', text: sdl }], [...model.entities.values()].map(({ document }) => document)]) {
      const field = (await build({ schema })).entities.get('posts')!.fields[0]!
      expect(field.blocks![0]).to.include({ slug: 'clip', renamedFrom: 'video' })
    }
    const wrong = build({
      builtIn,
      collections: [{ slug: 'posts', fields: [{ ...fields[0], blocks: [{ slug: 'clip', renamed: 'video', fields: [] }] }] }],
    })
    expect(
      await wrong.then(
        () => '',
        ({ message }) => message,
      ),
    ).to.include("unknown option 'renamed' of a block")
  })

  it('prints what features add to built-in content types, so that it can be read again', async () => {
    const folders = { slug: 'folders', fields: [{ name: 'name' }] }
    const mixin = (document: SchemaDocument) => [
      { name: 'status' },
      ...(document['x-cms'].collection === 'media'
        ? [
            { name: 'folder', type: 'relationship', to: 'folders' },
            { name: 'private', type: 'boolean', defaultValue: false },
            { name: 'createdBy', type: 'relationship', to: 'folders' },
            { name: 'createdByHost', hidden: true },
          ]
        : []),
    ]
    const posts = { slug: 'posts', drafts: true, fields: [{ name: 'title' }] }
    const model = await build({ builtIn: [...builtIn, folders], collections: [posts], mixin })
    const names = (document: SchemaDocument) => Object.keys(document.properties)
    const printed = Object.fromEntries([...model.entities].map(([slug, entity]) => [slug, wholeDocument(entity)]))
    expect(names(printed['media']!).slice(-3)).to.deep.equal(['status', 'folder', 'private'])
    expect(names(printed['posts']!)).to.deep.equal(['title'])
    const sdl = printSdl(model)
    expect(sdl).to.include('  folder: Folder\n  private: Boolean @default(value: false)\n}')
    const again = await build({ builtIn: [...builtIn, folders], schema: [{ name: 'printed', text: sdl }], mixin })
    expect(again.entities.get('media')!.fields.map(({ name }) => name)).to.deep.equal(
      model.entities.get('media')!.fields.map(({ name }) => name),
    )
  })

  it('agrees on random content types: fields → document → SDL → document', () =>
    fc.assert(
      fc.asyncProperty(contentType, async (type) => {
        const model = await build({ builtIn, collections: [type] })
        const documents = Object.fromEntries([...model.entities].map(([slug, entity]) => [slug, entity.document]))
        const fromSdl = await build({ schema: [{ name: 'printed', text: printSdl(model) }] })
        expect(Object.fromEntries([...fromSdl.entities].map(([slug, entity]) => [slug, entity.document]))).to.deep.equal(documents)
        const fromJson = await build({ schema: JSON.parse(JSON.stringify(Object.values(documents))) })
        expect(fromJson.entities.get(type.slug)!.fields.map((field) => [field.path, field.type.name])).to.deep.equal(
          model.entities.get(type.slug)!.fields.map((field) => [field.path, field.type.name]),
        )
      }),
      { numRuns: 60 },
    ))
})

const name = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta')
const label = fc.option(fc.oneof(fc.constant('A label'), fc.record({ en: fc.constant('English'), th: fc.constant('ไทย') })), {
  nil: undefined,
})
const common = {
  required: fc.boolean(),
  label,
  description: fc.option(fc.constantFrom('Help "quoted"', 'สั้น'), { nil: undefined }),
  hidden: fc.constantFrom(true, undefined),
  localized: fc.constantFrom(true, undefined),
}
const inside = { required: fc.boolean(), label }

/** A rich text with all of its options, whichever go together. */
const text = (extra: object) =>
  fc
    .record({
      ...extra,
      features: fc.option(fc.shuffledSubarray([...TEXT_FEATURES]), { nil: undefined }),
      headings: fc.option(fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }), { nil: undefined }),
      blocks: fc.option(
        fc.constant([
          {
            slug: 'aside',
            fields: [
              { name: 'text', type: 'richText' },
              { name: 'by', type: 'relationship', to: 'users' },
            ],
          },
        ]),
        { nil: undefined },
      ),
      embeds: fc.option(fc.constant(['vimeo', { name: 'own', pattern: 'https://example\\.org/.*' }]), { nil: undefined }),
      unknown: fc.constantFrom('refuse', 'keep', undefined),
    })
    .map(({ features, headings, blocks, embeds, ...rest }) => {
      const has = (feature: TextFeature) => features === undefined || features.includes(feature)
      return {
        ...rest,
        type: 'richText',
        features: blocks ? features : features?.filter((one) => one !== 'block'),
        headings: has('heading') ? headings : undefined,
        blocks: has('block') ? blocks : undefined,
        embeds: has('embed') ? embeds : undefined,
      }
    })

const scalar = (extra: object) =>
  fc.oneof(
    fc.record({
      ...extra,
      type: fc.constantFrom('text', 'textarea'),
      minLength: fc.option(fc.nat(5), { nil: undefined }),
      maxLength: fc.option(fc.integer({ min: 6, max: 99 }), { nil: undefined }),
    }),
    fc.record({
      ...extra,
      type: fc.constant('number'),
      integer: fc.boolean(),
      min: fc.option(fc.integer(), { nil: undefined }),
    }),
    fc.record({ ...extra, type: fc.constantFrom('email', 'boolean', 'date', 'json') }),
    text(extra),
    fc.record({
      ...extra,
      type: fc.constant('select'),
      options: fc.constant(['one', { value: 'two', label: 'Two' }]),
      hasMany: fc.boolean(),
    }),
    fc.record({ ...extra, type: fc.constant('relationship'), to: fc.constant('users'), hasMany: fc.boolean() }),
    fc.record({
      ...extra,
      type: fc.constant('upload'),
      hasMany: fc.boolean(),
      mimeTypes: fc.option(fc.constant(['image/*']), { nil: undefined }),
    }),
  )

const named = (list: any[]) => [...new Map(list.map(([key, field]: [string, object]) => [key, { ...field, name: key }])).values()]
const fieldsOf = (field: fc.Arbitrary<object>) => fc.array(fc.tuple(name, field), { minLength: 1, maxLength: 5 }).map(named)
const nested = fc.oneof(
  fc.record({ ...inside, type: fc.constantFrom('group', 'array'), fields: fieldsOf(scalar(inside)) }),
  fc.record({
    ...inside,
    type: fc.constant('blocks'),
    blocks: fieldsOf(scalar(inside)).map((fields) => [
      { slug: 'first', fields },
      { slug: 'second', fields },
    ]),
  }),
)
const withoutUndefined = (value: unknown): any => JSON.parse(JSON.stringify(value))
const indexes = fc.constantFrom(undefined, [['createdAt']], [['-updatedAt', 'createdAt'], ['id']])
const contentType = fc
  .tuple(fieldsOf(fc.oneof(scalar(common), nested)), indexes)
  .map(([fields, together]) => withoutUndefined({ slug: 'things', indexes: together, fields }))
