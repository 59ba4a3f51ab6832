/** Mistakes in how content types are presented stop the start: they would take things out of the admin. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import { SchemaError } from '../../schema/problems.ts'
import { sdl } from '../../schema/sdl-text.ts'

const FIELDS = [
  { name: 'title' },
  { name: 'body', type: 'richText' },
  { name: 'n', type: 'number' },
  { name: 'parent', type: 'relationship', to: 'posts' },
  { name: 'others', type: 'relationship', to: 'posts', hasMany: true },
  { name: 'writer', type: 'relationship', to: 'users' },
]

async function problemsOf(admin: object, kind: 'collections' | 'globals' = 'collections', more: object = {}): Promise<string> {
  const builtIn = [{ slug: 'users', fields: [{ name: 'email' }] }]
  const posts = { slug: 'posts', fields: FIELDS, ...(kind === 'collections' && { admin, ...more }) }
  const site = { slug: 'site', fields: FIELDS, admin }
  try {
    await build({ builtIn, collections: [posts], ...(kind === 'globals' && { globals: [site] }) })
    return ''
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    expect(error.problems, error.message).to.have.length(1)
    return error.message
  }
}

/** What the start says about content in two languages. */
async function saidAbout(given: object): Promise<string> {
  const builtIn = [{ slug: 'users', fields: [{ name: 'email' }] }]
  const localization = { locales: ['en', 'th'], defaultLocale: 'en' }
  return build({ builtIn, localization, ...given } as never).then(
    () => '',
    (error) => {
      if (!(error instanceof SchemaError)) throw error
      return error.message
    },
  )
}

const badge = (more: object) => ({ badge: { where: { n: { equals: 1 } }, ...more } })

const WRONG: [what: string, admin: object, problem: string, hint?: string][] = [
  ['an unknown field in a layout', { layout: ['titel'] }, "'layout' names the field 'titel'", "did you mean 'title'?"],
  ['an unknown field in a row', { layout: [{ row: ['title', 'm'] }] }, "admin.layout[0].row[1]: 'layout' names the field 'm'"],
  ['an unknown field in a section', { layout: [{ section: 'More', fields: ['bdy'] }] }, 'admin.layout[0].fields[0]:', "'body'?"],
  ['an unknown field in a tab', { layout: [{ tabs: [{ label: 'A', fields: ['nn'] }] }] }, 'admin.layout[0].tabs[0].fields[0]:'],
  ['a field that is laid out twice', { layout: ['title', { row: ['title'] }] }, "names the field 'title' twice"],
  ['a word that no layout knows', { layout: [{ tab: [] }] }, "unknown word 'tab'", "did you mean 'tabs'?"],
  ['a section without fields', { layout: [{ section: 'More' }] }, "needs 'fields' next to 'section'"],
  ['a tab without a label', { layout: [{ tabs: [{ fields: ['n'] }] }] }, "needs 'label'"],
  ['a badge without a filter', { badge: { tone: 'bad' } }, "'badge' needs 'where'"],
  ['a word that no badge knows', badge({ tne: 'bad' }), "unknown word 'tne'", "did you mean 'tone'?"],
  ['a color that no badge has', badge({ tone: 'loud' }), "'tone' must be one of: accent, good, warn, bad"],
  ['a tree by a text', { list: { tree: 'title' } }, "'tree' names 'title', which must be a relationship"],
  ['a tree by several', { list: { tree: 'others' } }, "'tree' names 'others'"],
  ['a tree by an unknown field', { list: { tree: 'parents' } }, "'tree' names 'parents'", "did you mean 'parent'?"],
  ['an owner who is no user', { ownerField: 'parent' }, "'ownerField' names 'parent', which must be a relationship to one user"],
  ['an unknown owner', { ownerField: 'writr' }, "'ownerField' names 'writr'", "did you mean 'writer'?"],
  ['a panel that is no custom element', { sidebar: ['div'] }, "must be the name of a custom element, such as 'my-panel'"],
  ['a panel twice', { sidebar: ['x-a', 'x-a'] }, '\'sidebar\' names "x-a" twice'],
  ['a link that is an object', { empty: { link: { to: '/help' } } }, "'link' must be a string"],
  ['a link that leads nowhere', { empty: { link: 'help' } }, "'link' must be a path such as '/help', or a URL"],
]

const RIGHT: [what: string, admin: object][] = [
  [
    'everything at once',
    {
      group: 'shop',
      sidebar: ['shop-stock'],
      layout: ['title', { row: ['n', 'parent'] }, { section: { en: 'Text', th: 'เนื้อหา' }, fields: ['body'], folded: true }],
      badge: { where: { n: { gt: 3 } }, tone: 'warn', label: 'Many' },
      count: true,
      empty: { description: 'Nothing here', link: '/help' },
      list: { tree: 'parent', sort: '-title' },
      ownerField: 'writer',
      confirmDelete: { typeTitle: true, impact: true },
    },
  ],
  [
    'tabs with rows and sections in them',
    {
      layout: [
        {
          tabs: [
            { label: 'Text', fields: ['title', { row: ['n', 'parent'] }] },
            { label: 'More', fields: [{ section: 'Body', fields: ['body'] }] },
          ],
        },
      ],
    },
  ],
  ['the creator as owner', { ownerField: 'createdBy' }],
]

describe('schema/presentation', () => {
  for (const [what, admin, problem, hint] of WRONG)
    it(`${what} stops the start`, async () => {
      const said = await problemsOf(admin)
      expect(said).to.include(problem)
      if (hint) expect(said).to.include(hint)
    })

  for (const [what, admin] of RIGHT)
    it(`${what}: no problem`, async () => {
      expect(await problemsOf(admin)).to.equal('')
    })

  const localized = (field: object) => ({ ...field, localized: true })
  const naming = (admin: object, name: string, more: object = {}) => ({
    slug: 'posts',
    fields: FIELDS.map((field) => (field.name === name ? localized(field) : field)),
    ...(Object.keys(admin).length > 0 && { admin }),
    ...more,
  })
  /** Every place of a collection that names a field: whether the field may have a value for each language. */
  const NAMED: Record<string, [collection: object, problem?: string]> = {
    'admin.ownerField': [naming({ ownerField: 'writer' }, 'writer'), 'an owner is the same in every language'],
    'admin.list.tree': [naming({ list: { tree: 'parent' } }, 'parent'), 'a document has the same place in every language'],
    'uniqueWithin of a field that is not localized': [
      { slug: 'posts', fields: [localized({ name: 'area' }), { name: 'code', uniqueWithin: 'area' }] },
      'localize this field as well',
    ],
    'uniqueWithin of a localized field': [{ slug: 'posts', fields: [{ name: 'area' }, localized({ name: 'code', uniqueWithin: 'area' })] }],
    'admin.list.sort': [naming({ list: { sort: '-n' } }, 'n')],
    'admin.layout': [naming({ layout: ['title'] }, 'title')],
    'admin.badge.where': [naming(badge({}), 'n')],
    useAsTitle: [naming({}, 'title', { useAsTitle: 'title' })],
    indexes: [naming({}, 'n', { indexes: [['n', 'title']] })],
    from: [{ slug: 'posts', fields: [localized({ name: 'title' }), { name: 'path', type: 'slug', from: 'title' }] }],
    condition: [
      { slug: 'posts', fields: [localized({ name: 'title' }), { name: 'sub', admin: { condition: { field: 'title', exists: true } } }] },
    ],
  }
  for (const [place, [collection, problem]] of Object.entries(NAMED))
    it(`a localized field in '${place}' ${problem ? 'stops the start' : 'is no problem'}`, async () => {
      const said = await saidAbout({ collections: [collection] })
      if (problem) expect(said).to.include(problem)
      else expect(said).to.equal('')
    })

  const SPELLED: Record<string, object> = {
    code: { collections: [naming({ ownerField: 'writer' }, 'writer')] },
    SDL: {
      schema: [sdl`type Post @collection(slug: "posts", admin: { ownerField: "writer" }) { title: String, writer: User @localized }`],
    },
    JSON: {
      schema: [
        {
          title: 'Post',
          type: 'object',
          'x-cms': { collection: 'posts', admin: { ownerField: 'writer' } },
          properties: { writer: { type: 'integer', 'x-cms': { relation: 'users', localized: true } } },
        },
      ],
    },
  }
  for (const [spelling, given] of Object.entries(SPELLED))
    it(`an owner in each language is refused in ${spelling}, at its place`, async () => {
      const said = await saidAbout(given)
      expect(said).to.include("'ownerField' names 'writer', which has a value for each language").and.include("remove '")
    })

  it('an icon that does not exist stops the start', async () => {
    const said = await problemsOf({}, 'collections', { icon: 'shoping-cart' })
    expect(said).to.include("'icon' must be one of").and.include("did you mean 'shopping-cart'?")
    expect(await problemsOf({}, 'collections', { icon: 'shopping-cart' })).to.equal('')
  })

  it('what belongs to a list has no effect on a global', async () => {
    for (const word of [
      badge({}),
      { count: true },
      { list: { sort: 'n' } },
      { ownerField: 'writer' },
      { confirmDelete: {} },
      { empty: {} },
    ])
      expect(await problemsOf(word, 'globals')).to.include(`'${Object.keys(word)[0]}' has no effect on a global`)
    expect(await problemsOf({ layout: ['title'], sidebar: ['x-panel'], group: 'site' }, 'globals')).to.equal('')
  })
})
