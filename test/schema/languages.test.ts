/** Every text of a content type may be in each language of the admin, in all three spellings; a language that the admin lacks stops the start. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import { openapi } from '../../schema/openapi.ts'
import { printSdl } from '../../schema/print-sdl.ts'
import { SchemaError } from '../../schema/problems.ts'
import { sdl } from '../../schema/sdl-text.ts'
import { printTypes } from '../../schema/typescript.ts'

const languages = ['en', 'th', 'ar', 'pt-BR']
const label = (word: string) => ({ en: word, th: `${word} th`, ar: `${word} ar` })

const IN_CODE = {
  slug: 'posts',
  labels: { singular: label('Post'), plural: label('Posts') },
  description: label('About posts'),
  admin: {
    layout: ['title', { section: label('More'), fields: ['kind', 'body'] }],
    badge: { where: { title: { exists: false } }, label: label('Untitled') },
    empty: { description: label('Write one') },
  },
  fields: [
    { name: 'title', label: label('Title'), description: label('Keep it short'), admin: { placeholder: label('Night trains') } },
    { name: 'kind', type: 'select', options: [{ value: 'news', label: label('News') }] },
    { name: 'body', type: 'blocks', blocks: [{ slug: 'quote', labels: label('Quote'), fields: [{ name: 'text', label: label('Text') }] }] },
  ],
}

const IN_SDL = sdl`
  type Post
    @collection(
      slug: "posts"
      labels: { singular: { en: "Post", th: "Post th", ar: "Post ar" }, plural: { en: "Posts", th: "Posts th", ar: "Posts ar" } }
      admin: {
        layout: ["title", { section: { en: "More", th: "More th", ar: "More ar" }, fields: ["kind", "body"] }]
        badge: { where: { title: { exists: false } }, label: { en: "Untitled", th: "Untitled th", ar: "Untitled ar" } }
        empty: { description: { en: "Write one", th: "Write one th", ar: "Write one ar" } }
      }
    )
    @description(en: "About posts", th: "About posts th", texts: { ar: "About posts ar" }) {
    title: String
      @label(en: "Title", th: "Title th", texts: { ar: "Title ar" })
      @description(en: "Keep it short", th: "Keep it short th", texts: { ar: "Keep it short ar" })
      @admin(placeholder: { en: "Night trains", th: "Night trains th", ar: "Night trains ar" })
    kind: Kind
    body: [Body!]
  }
  enum Kind { news @label(en: "News", th: "News th", texts: { ar: "News ar" }) }
  union Body = Quote
  type Quote @label(en: "Quote", th: "Quote th", texts: { ar: "Quote ar" }) {
    text: String @label(en: "Text", th: "Text th", texts: { ar: "Text ar" })
  }
`

const documentOf = async (declared: object) => (await build({ languages, ...declared })).entities.get('posts')!.document

async function problemOf(declared: object): Promise<string> {
  try {
    await build({ languages, ...declared })
    return ''
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return error.message
  }
}

describe('schema: texts in the languages of the admin', () => {
  it('are the same in code, SDL and JSON, and are printed as they were', async () => {
    const document = await documentOf({ collections: [IN_CODE] })
    expect(await documentOf({ schema: [IN_SDL] })).to.deep.equal(document)
    expect(await documentOf({ schema: [document] })).to.deep.equal(document)
    const printed = printSdl(await build({ languages, collections: [IN_CODE] }))
    expect(await documentOf({ schema: [{ name: 'printed', text: printed }] })).to.deep.equal(document)
  })

  it('keep their place in the document, and a plain description for what has no languages', async () => {
    const model = await build({ languages, collections: [IN_CODE] })
    const { document } = model.entities.get('posts')!
    expect(document.properties['title']?.['x-cms'].description).to.deep.equal(label('Keep it short'))
    const title = openapi([...model.entities.values()], '/api')['components'].schemas.Post.properties.title
    expect(title.description).to.equal('Keep it short')
    expect(await printTypes(model))
      .to.contain('Keep it short')
      .and.not.to.contain('Keep it short th')
  })

  it('may differ from the plain description', async () => {
    const both = sdl`type Post @collection(slug: "posts") { "For programs" title: String @description(th: "สำหรับคน") }`
    const [title] = (await build({ schema: [both] })).entities.get('posts')!.fields
    expect(title).to.deep.include({ description: 'For programs', help: { th: 'สำหรับคน' } })
    const one = sdl`type Post @collection(slug: "posts") { title: String @description(text: "For people") }`
    const [again] = (await build({ schema: [one] })).entities.get('posts')!.fields
    expect(again).to.deep.include({ description: 'For people', help: 'For people' })
  })

  const post = (field: object, more: object = {}) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title', ...field }], ...more }] })
  const WRONG: [what: string, declared: object, problem: string][] = [
    ['a label', post({ label: { an: 'Title' } }), "no language 'an', only en, th, ar, pt-BR"],
    ['letters in the wrong order', post({ label: { ht: 'Title' } }), "did you mean 'th'?"],
    ['a description', post({ description: { arr: 'Title' } }), "did you mean 'ar'?"],
    ['a placeholder', post({ admin: { placeholder: { de: 'Titel' } } }), "add { code: 'de', … } to 'admin.languages'"],
    ['an option', post({ type: 'select', options: [{ value: 'a', label: { fr: 'A' } }] }), 'labels.a.fr'],
    ['a kind of block', post({ type: 'blocks', blocks: [{ slug: 'q', labels: { fr: 'Q' }, fields: [{ name: 'a' }] }] }), 'labels.q.fr'],
    ['a tab', post({}, { admin: { layout: [{ tabs: [{ label: { fr: 'A' }, fields: ['title'] }] }] } }), 'admin.layout[0].tabs[0].label.fr'],
    ['a collection', post({}, { labels: { plural: { fr: 'A' } } }), 'labels.plural.fr'],
    ['an empty list', post({}, { admin: { empty: { description: { fr: 'A' } } } }), 'empty.description.fr'],
    ['no language at all', post({ label: { English: 'Title' } }), "unknown word 'English'"],
    ['SDL', { schema: [sdl`type Post @collection(slug: "posts") { title: String @label(texts: { fr: "Titre" }) }`] }, 'schema[0]:1:'],
  ]
  for (const [what, declared, problem] of WRONG)
    it(`in a language that the admin lacks are refused: ${what}`, async () => expect(await problemOf(declared)).to.contain(problem))

  it('in a language that serves its regions too are fine', async () => {
    expect(await problemOf(post({ label: { pt: 'Título' } }))).to.equal('')
  })
})
