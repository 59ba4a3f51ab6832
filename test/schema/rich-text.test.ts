/** The options of rich text: what they allow by default, what is a mistake, and how the API description says them. */
import { expect } from 'chai'
import { EMBED_PROVIDERS } from '../../lib/rich-text/embeds.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { build, type Declared } from '../../schema/build.ts'
import { isRichText, type RichTextOptions } from '../../schema/model.ts'
import { openapi } from '../../schema/openapi.ts'
import { SchemaError } from '../../schema/problems.ts'
import { printTypes } from '../../schema/typescript.ts'

const builtIn = [{ slug: 'media', fields: [{ name: 'filename' }] }]
const quote = { slug: 'quote', fields: [{ name: 'text', required: true }] }

async function optionsOf(given: object, declared: Partial<Declared> = {}): Promise<RichTextOptions> {
  const collections = [{ slug: 'posts', fields: [{ name: 'body', type: 'richText', ...given }] }]
  const model = await build({ builtIn, collections, ...declared })
  const field = model.entities.get('posts')!.fields.find(({ name }) => name === 'body')!
  return isRichText(field) ? field.richText : expect.fail('no rich text')
}

async function problemsOf(declared: Declared): Promise<string> {
  try {
    await build({ builtIn, ...declared })
  } catch (error) {
    if (error instanceof SchemaError) return error.message
    throw error
  }
  return 'no problem'
}

const USUAL = TEXT_FEATURES.filter((feature) => feature !== 'embed' && feature !== 'block')

describe('schema/rich-text: defaults', () => {
  it('are everything but embeds and blocks', async () => {
    expect(await optionsOf({})).to.deep.equal({
      features: USUAL,
      headings: [1, 2, 3, 4, 5, 6],
      blocks: [],
      embeds: [],
      unknown: 'refuse',
    })
  })

  it("'embeds' and 'blocks' switch their features on, unless 'features' is written", async () => {
    expect((await optionsOf({ embeds: ['vimeo'] })).features).to.have.members([...USUAL, 'embed'])
    const withBlocks = await optionsOf({ blocks: [quote] })
    expect(withBlocks.features).to.have.members([...USUAL, 'block'])
    expect(withBlocks.blocks.map(({ slug }) => slug)).to.deep.equal(['quote'])
    expect((await optionsOf({ features: ['bold', 'embed'] })).embeds).to.deep.equal(EMBED_PROVIDERS)
    expect(await optionsOf({ features: [] })).to.deep.include({ features: [], headings: [] })
  })

  it('a block is found by its slug, with its code, in another content type as well', async () => {
    const validate = () => 'no'
    const pages = {
      slug: 'pages',
      fields: [{ name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text', validate }] }] }],
    }
    const posts = { slug: 'posts', fields: [{ name: 'body', type: 'richText', blocks: ['quote'] }] }
    const { blocks } = await optionsOf({}, { collections: [posts, pages] })
    expect(blocks[0]!.fields[0]).to.include({ path: 'body.quote.text', validate })
  })
})

const inFields = (given: object, more: object[] = []) => ({
  collections: [{ slug: 'posts', fields: [{ name: 'body', type: 'richText', ...given }, ...more] }],
})
const inJson = (own: object) => ({
  schema: [
    {
      type: 'object' as const,
      'x-cms': { collection: 'posts' },
      properties: { body: { type: 'object', 'x-cms': { type: 'richText', ...own } } },
    },
  ],
})
const inSdl = (args: string, more = '') => ({
  schema: [{ name: 'schema[0]', text: `type Post @collection(slug: "posts") {\n  body: RichText @richText(${args})\n}\n${more}` }],
})
const layout = (...fields: object[]) => ({ name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields }] })

const MISTAKES: [what: string, declared: object, ...says: string[]][] = [
  ['an unknown feature', inFields({ features: ['haeding'] }), "'features' must be one of", "did you mean 'heading'?"],
  ['an unknown feature in JSON', inJson({ features: ['tabel'] }), 'body.x-cms.features.0', "did you mean 'table'?"],
  ['an unknown feature in SDL', inSdl('features: [tabel]'), 'schema[0]:2:', "did you mean 'table'?"],
  ['a feature twice', inFields({ features: ['bold', 'bold'] }), `'features' names "bold" twice`],
  ['a heading of level 7', inFields({ headings: [2, 7] }), "'headings' must be one of: 1, 2, 3, 4, 5, 6"],
  ['a heading level twice', inJson({ headings: [2, 2] }), "'headings' names 2 twice"],
  ['no heading level', inSdl('headings: []'), "'headings' must not be empty"],
  [
    'headings without their feature',
    inFields({ features: ['bold'], headings: [2] }),
    "leaves out 'heading'",
    "add 'heading' to 'features'",
  ],
  [
    'blocks without their feature',
    inFields({ features: ['bold'], blocks: [quote] }),
    "'blocks' has no effect, because 'features' leaves out 'block'",
  ],
  ['embeds without their feature', inSdl('features: [bold], embeds: ["vimeo"]'), "leaves out 'embed'"],
  ['the feature block without blocks', inFields({ features: ['block'] }), "the feature 'block' needs 'blocks'"],
  ['an unknown provider', inFields({ embeds: ['yotube'] }), "'embeds' must be one of", "did you mean 'youtube'?"],
  ['a provider without a pattern', inJson({ embeds: [{ name: 'own' }] }), "needs 'pattern'"],
  ['a provider twice', inFields({ embeds: ['vimeo', { name: 'vimeo', pattern: 'x' }] }), "the embed provider 'vimeo' is declared twice"],
  ['a pattern that is none', inFields({ embeds: [{ name: 'own', pattern: '(' }] }), 'embeds[0].pattern', 'not a valid regular expression'],
  ['a pattern that may be slow', inFields({ embeds: [{ name: 'own', pattern: '^(a+)+$' }] }), 'embeds[0].pattern', 'exponential'],
  ['an unknown word', inFields({ unknown: 'kept' }), "'unknown' must be one of: refuse, keep", "did you mean 'keep'?"],
  [
    'options on another type',
    { collections: [{ slug: 'posts', fields: [{ name: 'a', headings: [2] }] }] },
    "'headings' has no effect on a field of type text",
  ],
  [
    'an unknown block',
    inFields({ blocks: ['qoute'] }, [layout({ name: 'text' })]),
    "no block type has the slug 'qoute'",
    "did you mean 'quote'?",
  ],
  [
    'an unknown block in SDL',
    inSdl('blocks: ["Qoute"]', 'type Quote { text: String }'),
    'schema[0]:2:',
    "no block type has the slug 'Qoute'",
  ],
  ['blocks that are no list', inFields({ blocks: 'quote' }), "'blocks' of a rich text must be a list"],
  ['a block twice', inFields({ blocks: [quote, quote] }), "the block 'quote' is declared twice"],
  [
    'a slug with two meanings',
    {
      collections: [
        { slug: 'pages', fields: [layout({ name: 'a' })] },
        { slug: 'news', fields: [layout({ name: 'b' })] },
        ...inFields({ blocks: ['quote'] }).collections,
      ],
    },
    "block types with the slug 'quote' differ: pages.layout.quote, news.layout.quote",
  ],
  [
    'a slug of two types in SDL',
    inSdl('blocks: ["quote"]', 'type Quote { a: String }\ntype Other @block(slug: "quote") { b: String }'),
    "several types are the block 'quote'; use one of: Quote, Other",
  ],
  [
    'a block that contains itself',
    inFields({ blocks: ['aside'] }, [
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'aside', fields: [{ name: 'more', type: 'richText', blocks: ['aside'] }] }] },
    ]),
    "the block 'aside' contains itself endlessly",
  ],
  [
    'a localized field in a block',
    inFields({ blocks: [{ slug: 'a', fields: [{ name: 'text', localized: true }] }] }),
    'localize the whole rich text instead',
  ],
  [
    'a hidden field in a block',
    inFields({ blocks: [{ slug: 'a', fields: [{ name: 'text', hidden: true }] }] }),
    "can't be hidden",
    "use a field of type 'blocks'",
  ],
  [
    'a field with a rule in a block, deep inside',
    inFields({ blocks: [{ slug: 'a', fields: [{ name: 'rows', type: 'array', fields: [{ name: 'text', access: { read: 'admin' } }] }] }] }),
    "can't be restricted by access rules",
  ],
  [
    'a rule in code',
    inFields({ blocks: [{ slug: 'a', fields: [{ name: 'text', access: { update: () => true } }] }] }),
    "can't be restricted by access rules",
  ],
  [
    'a masked field in a block',
    inFields({ blocks: [{ slug: 'a', fields: [{ name: 'text', shown: () => '…' }] }] }),
    "can't be shown differently",
  ],
  [
    'a localized block of another field',
    inFields({ blocks: ['quote'] }, [layout({ name: 'text', localized: true })]),
    'localize the whole rich text instead',
  ],
]

describe('schema/rich-text: mistakes', () => {
  for (const [what, declared, ...says] of MISTAKES)
    it(what, async () => {
      const problems = await problemsOf(declared as Declared)
      for (const sentence of says) expect(problems).to.include(sentence)
    })

  it('a text with everything has none', async () => {
    const declared = inFields(
      {
        localized: true,
        features: [...TEXT_FEATURES],
        headings: [2],
        blocks: ['quote', { slug: 'b', fields: [{ name: 'more', type: 'richText', blocks: ['quote'] }] }],
        embeds: ['x', { name: 'own', pattern: 'https://example\\.org/[a-z]+' }],
      },
      [layout({ name: 'text' })],
    )
    expect(await problemsOf({ ...declared, localization: { locales: ['en', 'th'], defaultLocale: 'en' } })).to.equal('no problem')
  })
})

describe('schema/rich-text: descriptions', () => {
  it('the API description has one schema of texts, and says what a field allows', async () => {
    const model = await build({ builtIn, ...inFields({ headings: [2, 3], blocks: [quote], embeds: ['vimeo'] }) })
    const { components } = openapi([...model.entities.values()], '/api')
    expect(components.schemas.RichText.required).to.deep.equal(['type'])
    const { description, anyOf } = components.schemas.Post.properties.body
    expect(anyOf).to.deep.equal([{ $ref: '#/components/schemas/RichText' }, { type: 'null' }])
    expect(description).to.include('Headings of level 2, 3. Blocks: quote. Embeds: vimeo.')
  })

  it('types name features, blocks and levels, and say nothing about a field without options', async () => {
    const fields = [
      { name: 'plain', type: 'richText', required: true },
      { name: 'short', type: 'richText', features: ['bold', 'heading'], headings: [2] },
      {
        name: 'long',
        type: 'richText',
        features: ['block'],
        blocks: [quote, { slug: 'who', fields: [{ name: 'by', type: 'relationship', to: 'media' }] }],
      },
    ]
    const printed = await printTypes(await build({ builtIn, collections: [{ slug: 'posts', fields }] }))
    for (const piece of [
      'plain: galley.RichText\n',
      'short: galley.RichText<"bold" | "heading", never, 2> | null',
      'long: galley.RichText<"block", PostLongQuote | PostLongWho<R>, never> | null',
      'long?: galley.RichText<"block", PostLongQuoteInput | PostLongWhoInput, never> | null',
      'by?: galley.One<R, Media>',
      'by?: number | null',
    ])
      expect(printed).to.include(piece)
  })
})
