/** A draft that saves itself keeps back only what it can't save: what two people changed, what isn't a value yet, and what the server refuses. */
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import type { Field } from '../../admin-components/app/schema.ts'
import { mergedExceptConflicts, RefusedValues, refusedOf, withoutUnfinished } from '../../admin-components/document/held-back.ts'
import { ApiError } from '../../client/api-error.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { type Made, makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

describe('admin-components: what is kept back', () => {
  const text = (name: string) => ({ name, type: 'text' }) as Field
  const rows = { name: 'rows', type: 'array', fields: [text('label'), text('url')] } as Field
  const fields = [text('a'), text('b'), { name: 'g', type: 'group', fields: [text('x'), text('y')] } as Field, rows]

  for (const [why, mine, theirs, merged, disputed] of [
    ['different fields', { a: 'm' }, { b: 't' }, { a: 'm', b: 't' }, []],
    ['one field', { a: 'm', b: 'm' }, { a: 't' }, { a: 'm', b: 'm' }, ['a']],
    ['the same in one field', { a: 's' }, { a: 's' }, { a: 's' }, []],
    ['parts of a group', { g: { x: 'm', y: null } }, { g: { x: null, y: 't' } }, { g: { x: 'm', y: 't' } }, []],
    ['one part of a group, which stays whole', { g: { x: 'm', y: null } }, { g: { x: 't', y: 't' } }, { g: { x: 'm', y: null } }, ['g']],
    [
      'one value of a row, which stays whole',
      { rows: [{ id: '1', label: 'm', url: null }] },
      { rows: [{ id: '1', label: 't', url: 't' }] },
      { rows: [{ id: '1', label: 'm', url: null }] },
      ['rows'],
    ],
  ] as const)
    it(`where two people changed ${why}`, () => {
      const before = { a: null, b: null, g: { x: null, y: null }, rows: [{ id: '1', label: null, url: null }] }
      const sides = { before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } }
      const { values, disputed: found } = mergedExceptConflicts(fields, sides)
      expect(values).to.deep.equal({ ...before, ...merged })
      expect(found).to.deep.equal(disputed)
    })

  const typed = {
    a: 1,
    rows: [
      { id: 'new', n: 3 },
      { id: 'old', n: 4, label: 'typed' },
    ],
  }
  const stored = { a: 0, rows: [{ id: 'old', n: 9, label: null }] }
  for (const [path, expected] of [
    ['a', { ...typed, a: 0 }],
    ['rows.1.n', { ...typed, rows: [typed.rows[0], { id: 'old', n: 9, label: 'typed' }] }],
    ['rows.0.n', typed],
    ['gone.0.n', typed],
  ] as const)
    it(`where ${path} is not a value yet`, () => expect(withoutUnfinished(typed, stored, [path])).to.deep.equal(expected))

  it('where the server refuses values, unless it says something that is about none of them', () => {
    const problems = [
      { field: 'a', message: 'too long' },
      { field: 'rows.0.url', message: 'not a URL' },
    ]
    const refused = refusedOf(new ApiError(400, problems), { a: 'x', b: 'y', rows: [] })
    expect([...refused]).to.deep.equal([
      ['a', 'too long'],
      ['rows.0.url', 'not a URL'],
    ])
    expect([...refusedOf(new ApiError(400, problems), { a: 'x' })]).to.deep.equal([])
    expect([...refusedOf(new ApiError(400, [...problems, { message: 'busy' }]), { a: 'x', rows: [] })]).to.deep.equal([])
    const known = new RefusedValues()
    known.refuse({ a: 'x', b: 'y', rows: [] }, refused)
    expect(known.fields).to.deep.equal(['a', 'rows'])
    known.forget('rows')
    expect([known.fields, [...known.reasons.keys()]]).to.deep.equal([['a'], ['a']])
  })
})

describe('admin-components: everything else is saved', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let me: Made
  let eve: Made
  let id: number

  before(async () => {
    const [host, database] = PAIRS[1]!
    site = await serve(
      {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            versions: true,
            schedule: true,
            access: { read: 'published' },
            fields: [
              { name: 'title', localized: true, maxLength: 20 },
              { name: 'summary' },
              { name: 'views', type: 'number' },
              { name: 'body', type: 'richText' },
              { name: 'note', admin: { condition: { field: 'views', not_equals: 7 } } },
              { name: 'extra', type: 'json' },
            ],
          },
          {
            slug: 'shops',
            drafts: true,
            fields: [
              { name: 'name', required: true },
              { name: 'code', unique: true },
              { name: 'seats', type: 'number' },
            ],
          },
          {
            slug: 'tags',
            fields: [
              { name: 'name', required: true },
              { name: 'code', unique: true },
              { name: 'seats', type: 'number' },
            ],
          },
        ],
      },
      { host, database },
    )
    me = await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    eve = await makeUser(site.cms, 'eve@example.org', { role: 'admin', name: 'Eve' })
  })
  after(() => site?.stop())
  beforeEach(async () => {
    const { id: made } = (await site.cms.create('posts', {
      title: 'First',
      summary: 'Before',
      body: docOf(paragraph('Before')),
      status: 'published',
    })) as { id: number }
    id = made
    nok = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
    await nok.open(`c/posts/${id}`)
    await nok.page.getByLabel('Summary').waitFor()
  })
  afterEach(async () => {
    await nok.leave()
    // A stale save is refused once, and what is refused twice. The hint at a mistake in JSON asks for a style that the policy refuses.
    nok.quiet(/400/, /inline style/)
  })

  const draft = async () => (await site.cms.findById('posts', id, { draft: true, locale: 'en' })) as any
  const live = async () => (await site.cms.findById('posts', id, { locale: 'en' })) as any
  const field = (name: string) => nok.page.locator(`#f-${name}`)
  const keptInBrowser = () =>
    nok.page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('galley:edit:'))
        .flatMap((key) => Object.keys(JSON.parse(localStorage[key])).filter((name) => !name.startsWith('$'))),
    )

  /** As somebody does who has the document open elsewhere. */
  const saveAs = (person: Made, values: object, locale = 'en') =>
    site.cms.as({ id: person.id, role: 'admin' }).update('posts', id, { ...values, status: 'draft' }, { locale })
  const dialog = () => nok.page.getByRole('dialog')
  async function choose(answer: string): Promise<void> {
    await nok.press('Save draft')
    await dialog().getByText(answer, { exact: true }).click()
    await dialog().getByRole('button', { name: 'Save my choice' }).click()
    await nok.saved()
  }

  it('of a form in which somebody else changed a field, also in a publication in between', async () => {
    await saveAs(eve, { summary: 'By Eve' })
    await field('summary').fill('By Nok')
    await field('title').fill('By Nok, too')
    await nok.pauses()
    await nok.sees('Saved, except Summary: Eve changed it, too. Save to compare both versions.')
    expect(await draft()).to.include({ title: 'By Nok, too', summary: 'By Eve' })
    expect(await keptInBrowser()).to.deep.equal(['summary'])
    await site.cms.schedule('posts', id, { action: 'publish', at: new Date(Date.now() + 300).toISOString() })
    await setTimeout(400)
    await site.cms.runJobs()
    await field('views').fill('5')
    await nok.pauses()
    await nok.sees('Saved, except Summary')
    expect(await live()).to.include({ title: 'By Nok, too', summary: 'By Eve', views: null })
    expect(await draft()).to.include({ summary: 'By Eve', views: 5 })
    await choose('Yours')
    expect(await draft()).to.include({ title: 'By Nok, too', summary: 'By Nok', views: 5 })
    expect(await keptInBrowser()).to.deep.equal([])
  })

  for (const [what, name, both, end] of [
    ['a text', 'Body', { body: docOf(paragraph('By Eve')) }, ''],
    ['a field that is hidden since', 'Note', { note: 'By Eve', views: 7 }, ' @long'],
  ] as const)
    it(`of a form in which both changed ${what}${end}`, async () => {
      if (name === 'Body') {
        await saveAs(eve, { body: both.body })
        await new Writer(nok).field.click()
        await nok.page.keyboard.press('Control+a')
        await nok.page.keyboard.type('By Nok')
      } else {
        await saveAs(eve, { note: 'By Eve' })
        await field('note').fill('By Nok')
        await field('views').fill('7')
        await field('note').waitFor({ state: 'hidden' })
      }
      await field('summary').fill('Only Nok')
      await nok.pauses()
      await nok.sees(`Saved, except ${name}: Eve changed it, too.`)
      expect(await draft()).to.deep.include({ summary: 'Only Nok', ...both })
      await choose('Theirs (Eve)')
      expect(await draft()).to.deep.include({ summary: 'Only Nok', ...both })
    })

  it('of a form in which the same person changed a field in another tab, in one of two languages', async () => {
    await saveAs(me, { title: 'In the other tab' })
    await saveAs(eve, { title: 'ของ Eve' }, 'th')
    await field('title').fill('In this tab')
    await field('views').fill('5')
    await nok.pauses()
    await nok.sees('Saved, except Title: you changed it in another tab, too.')
    expect(await draft()).to.include({ title: 'In the other tab', views: 5 })
    await nok.press('Save draft')
    await nok.page.getByRole('dialog', { name: 'You have changed this document in another tab' }).waitFor()
    await dialog().getByText('Yours, in another tab').waitFor()
    expect(await dialog().textContent()).not.to.match(/theirs|someone|nok/i)
    await dialog().getByText('Decide later').click()
    await choose('Yours, here')
    expect(await draft()).to.include({ title: 'In this tab', views: 5 })
    expect(await site.cms.findById('posts', id, { draft: true, locale: 'th' })).to.include({ title: 'ของ Eve' })
  })

  it('of a form that is published with a value that is unfinished, and one that the server refuses: both are problems at once', async () => {
    await nok.page.locator('[data-path=extra] .cm-content').fill('{"half": "wri')
    await field('title').fill('Much longer than twenty letters')
    await field('summary').fill('Short')
    await nok.press('Publish changes')
    const problems = nok.page.locator('.problems')
    await problems.getByText('2 problems to fix').waitFor()
    expect((await problems.textContent())!.replace(/\s+/g, ' ')).to.match(/Title.*20.*Extra.*This is not JSON yet/)
    expect(await live()).to.include({ title: 'First', summary: 'Before' })
    expect(await draft()).to.include({ title: 'First', summary: 'Short' })
  })

  for (const [slug, button] of [
    ['shops', 'Publish'],
    ['tags', 'Create Tag'],
  ] as const)
    it(`nothing of a new document of ${slug}, whose problems are all said at once: those of the form, and those of the server`, async () => {
      await site.cms.create(slug, { name: 'One', code: 'taken', ...(slug === 'shops' && { status: 'published' as const }) })
      await nok.open(`c/${slug}/new`)
      await field('code').fill('taken')
      await field('seats').fill('12e')
      await nok.press(button)
      const problems = nok.page.locator('.problems')
      await problems.getByText('3 problems to fix').waitFor()
      expect((await problems.textContent())!.replace(/\s+/g, ' ')).to.match(/Name: Fill this in.*Code: .*Seats: This is not a number/)
      expect((await site.cms.find(slug)).totalDocs).to.equal(1)
    })

  it('of a form with a value that is unfinished, and one that the server refuses', async () => {
    await nok.page.locator('[data-path=extra] .cm-content').fill('{"half": "wri')
    await field('title').fill('Much longer than twenty letters')
    await field('summary').fill('Short')
    await nok.pauses()
    await nok.sees(/Saved, except Title: .*20.*; Extra: /)
    expect(await draft()).to.include({ title: 'First', summary: 'Short', extra: null })
    expect(await nok.page.getByRole('alert').count(), 'quietly').to.equal(0)
    await field('title').fill('Shorter')
    await nok.pauses()
    await nok.sees(/Saved, except Extra: /)
    expect(await draft()).to.include({ title: 'Shorter', extra: null })
    await nok.page.locator('[data-path=extra] .cm-content').fill('{"half": "written"}')
    await nok.saved()
    expect((await draft()).extra).to.deep.equal({ half: 'written' })
  })
})
