/** Values outside of their editors: rich text in lists and names of rows, and the changes of the audit log, are words instead of JSON. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { HOSTS } from '../harness/start.ts'
import { doc, p } from './compared-article.ts'

describe('admin-components: excerpts', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo(
      'nok@example.org',
      {
        audit: true,
        localization: { locales: ['en', 'th'], defaultLocale: 'en' },
        collections: [
          { slug: 'people', useAsTitle: 'name', fields: [{ name: 'name' }] },
          {
            slug: 'posts',
            useAsTitle: 'title',
            fields: [
              { name: 'title', localized: true },
              { name: 'body', label: 'Text', type: 'richText' },
              { name: 'author', label: 'Written by', type: 'relationship', to: 'people' },
              { name: 'due', type: 'date' },
              { name: 'seo', label: 'Search engines', type: 'group', fields: [{ name: 'hidden', type: 'boolean' }] },
              {
                name: 'rows',
                type: 'array',
                fields: [
                  { name: 'words', type: 'richText' },
                  { name: 'tone', type: 'select', options: [{ value: 'calm', label: 'Calm voice' }] },
                ],
              },
            ],
          },
        ],
      },
      { host: HOSTS[1]! },
    ))
    for (const name of ['Ada', 'Bob']) await site.cms.create('people', { name })
    const rows = [{ words: doc(p('First words of a row.')) }, { words: null, tone: 'calm' }]
    const values = { title: 'Trains', body: doc(p('All trains'), p('stop here.')), author: 1, rows, seo: { hidden: false } }
    await site.cms.create('posts', values as never)
    await site.cms.update('posts', 1, {
      author: 2,
      seo: { hidden: true },
      body: doc(p('No trains.')),
      due: '2026-05-03T09:00:00.000Z',
    } as never)
    await site.cms.update('posts', 1, { title: 'รถไฟ' } as never, { locale: 'th' })
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  it('show the beginning of rich text in a column that somebody chose', async () => {
    await site.cms.create('posts', { title: 'Boats', body: doc(p('A boat'), p('and another.')) } as never)
    await seat.open('c/posts?columns=title,body')
    await seat.page.getByRole('cell', { name: 'A boat and another.' }).waitFor()
  })

  it('name rows by their formatted text, or by the label of an option', async () => {
    await seat.open('c/posts/1')
    const rows = seat.page.locator('[data-path=rows]')
    for (const text of ['First words of a row.', 'Calm voice']) await rows.locator('span.muted', { hasText: text }).waitFor()
  })

  it('show what the audit log knows of a change by labels and titles @long', async () => {
    await seat.open('system/audit?target=posts')
    await seat.page.getByText('Title (Thai)').first().waitFor()
    await seat.page.getByRole('button', { name: 'Written by' }).first().click()
    const entry = seat.page.locator('.unfolded')
    await entry.getByText('Bob').waitFor()
    const said = ((await entry.textContent()) ?? '').replace(/\s+/g, ' ').trim()
    expect(said).to.contain('Written by Ada→Bob').and.to.contain('Text was changed').and.to.contain('Search engines › Hidden No→Yes')
    expect(said).to.contain('Due —→May 3, 2026')
    await seat.page.getByText(/^\d+ entries$/).waitFor()
  })
})
