/** What every CMS brings has names in every language of the admin: with a full file of `galley texts`, no English is left. */
import { expect } from 'chai'
import { withBuiltInLabels } from '../../admin-components/app/built-in-labels.ts'
import { OwnText } from '../../admin-components/app/own-text.ts'
import { roleName } from '../../admin-components/app/role-name.ts'
import type { Entity, Field, Label } from '../../admin-components/app/schema.ts'
import { allEnglish } from '../../admin-components/texts/english.ts'
import { englishTexts } from '../../lib/features/admin/assets.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

/** No letter of it is Latin, apart from the names of values. */
const marked = (text: string): string => text.replace(/\{\w+\}|[A-Za-z]/g, (found) => (found.length > 1 ? found : 'ж'))

const full = Object.fromEntries(
  Object.entries(englishTexts() ?? {}).map(([key, text]) => [
    key,
    typeof text === 'string' ? marked(text) : Object.fromEntries(Object.entries(text).map(([form, words]) => [form, marked(words)])),
  ]),
)

describe('admin-components: names of what every CMS brings', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    site = await serve({
      audit: true,
      apiKeys: true,
      auth: { rbac: true, roles: ['admin', 'editor'] },
      upload: { dir: temporaryFile('-files'), folders: true },
      backups: { dir: temporaryFile('-backups'), every: 'day' },
      collections: [
        {
          slug: 'posts',
          labels: { singular: 'ж', plural: 'жж' },
          drafts: true,
          useAsTitle: 'title',
          fields: [{ name: 'title', label: 'ж' }],
        },
      ],
      admin: { locale: 'ru', brand: { name: 'Ж' }, languages: [{ code: 'ru', name: 'Ж', texts: full }] },
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Ж' })
    await makeUser(site.cms, 'eve@example.org', { role: 'editor', name: 'Ж' })
    await site.cms.create('posts', { title: '1' })
    await site.cms.create('media-folders', { name: '1' })
    await site.cms.upload({ filename: '1.png', content: await png(40, 20) })
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(() => site?.stop())

  const schemaOf = async (): Promise<Parameters<typeof withBuiltInLabels>[0]> =>
    (await seat.context.request.get(`${site.origin}/api/cms/admin/schema`)).json()

  it('are texts of the admin, each label and description', async () => {
    const { collections } = withBuiltInLabels(await schemaOf())
    const ours = collections.filter(({ slug }) => slug !== 'posts')
    expect(ours.map(({ slug }) => slug)).to.have.members(['users', 'media', 'media-folders', 'api-keys'])
    expect(ours.flatMap(labelsOf).flatMap(([at, label]) => (isOwn(label) ? [] : [at]))).to.deep.equal([])
    const createdBy = collections.find(({ slug }) => slug === 'posts')?.fields.find(({ name }) => name === 'createdBy')
    expect(isOwn(createdBy?.label)).to.equal(true)
  })

  it('are those of the configuration where it gives any', () => {
    const given = (slug: string, labels: Entity['labels']) =>
      ({ slug, labels, fields: [{ name: 'email', label: 'Address' }] }) as unknown as Entity
    const named = (entity: Entity) => withBuiltInLabels({ collections: [entity] } as never).collections[0]!
    for (const labels of [{ singular: 'Author' }, { singular: 'User', plural: 'Team' }, { singular: { en: 'User' } }])
      expect(named(given('users', labels)).labels).to.equal(labels)
    expect(named(given('users', { singular: 'User' })).labels.plural).to.be.instanceOf(OwnText)
    expect(named(given('users', { singular: 'User' })).fields[0]?.label).to.equal('Address')
    const t = (key: string) => `<${key}>`
    const roles: [key: string, name: string | undefined, shown: string][] = [
      ['editor', undefined, '<role.editor>'],
      ['editor', 'editor', '<role.editor>'],
      ['editor', 'Desk', 'Desk'],
      ['night-desk', undefined, 'Night desk'],
    ]
    for (const [key, name, shown] of roles) expect(roleName({ t } as never, key, name)).to.equal(shown)
  })

  it('leave no English on the pages about people, files, roles and the log @long', async () => {
    const left: string[] = []
    for (const path of ['', 'c/users', 'c/users/2', 'media', 'system/roles', 'system/audit']) {
      await seat.open(path)
      await seat.page.locator('main h1').first().waitFor()
      await seat.page.waitForLoadState('networkidle')
      const words = (await seat.page.locator('cms-admin').evaluate(wordsIn)) as string[]
      left.push(...words.filter((one) => /[A-Za-z]{2}/.test(one.replace(KEPT, ''))).map((one) => `${path}: ${one.trim()}`))
    }
    expect([...new Set(left)]).to.deep.equal([])
  })
})

/** Names that are the same in every language, and values. */
const KEPT = /English|CSV|Ctrl K|1\.png|UTC|\S+@\S+/g

const isOwn = (label: Label | undefined): boolean => label instanceof OwnText && Object.hasOwn(allEnglish, label.key)

function labelsOf({ slug, labels, description, fields }: Entity): [at: string, label: Label | undefined][] {
  return [
    [`${slug}: one`, labels.singular],
    [`${slug}: all`, labels.plural],
    ...(description === undefined ? [] : [[`${slug}: description`, description] as [string, Label]]),
    ...labelsOfFields(fields, slug),
  ]
}

const labelsOfFields = (fields: readonly Field[], at: string): [at: string, label: Label | undefined][] =>
  fields.flatMap((field) => {
    const { name, label, description, options = [] } = field
    return [
      [`${at}.${name}`, label],
      ...(description === undefined ? [] : [[`${at}.${name}: description`, description]]),
      ...options.map((option) => [`${at}.${name}: ${option.value}`, option.label]),
      ...labelsOfFields(field.fields ?? [], `${at}.${name}`),
    ] as [string, Label | undefined][]
  })

/** All that a reader can see or hear of an element, in pieces. */
function wordsIn(element: Element): string[] {
  const found: string[] = []
  const left: Node[] = [element]
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    if (node instanceof Element) {
      if (['STYLE', 'SCRIPT'].includes(node.tagName)) continue
      // Programs know an action of the log by the word in its title.
      const names = ['aria-label', 'placeholder', 'alt', ...(node.matches('.deed') ? [] : ['title'])]
      found.push(...names.map((name) => node.getAttribute(name) ?? ''))
      if (node.shadowRoot) left.push(...node.shadowRoot.childNodes)
    }
    left.push(...node.childNodes)
  }
  return found.filter((one) => one.trim() !== '')
}
