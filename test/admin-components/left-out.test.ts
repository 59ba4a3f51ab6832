/** A field that isn't stored is named wherever it would be left out without a word: by a planned publication, and when the form is left. */
import { expect } from 'chai'
import type { Entity } from '../../admin-components/app/schema.ts'
import { leftOut } from '../../admin-components/document/left-out.ts'
import { enActions } from '../../admin-components/texts/en-actions.ts'
import { addTexts, inEnglish } from '../../admin-components/texts/texts.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { type Made, makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

addTexts({ en: enActions, th: {} })

describe('admin-components: what is left out', function () {
  this.timeout(60_000)

  const app = { t: inEnglish, label: (label: string | undefined, otherwise: string) => label ?? otherwise }
  const entity = { admin: {}, fields: [{ name: 'summary' }, { name: 'extra', label: 'Further facts' }] } as unknown as Entity
  const both = { summary: 'Eve changed it, too', extra: 'This is not JSON yet' }
  for (const [what, isDirty, isEmpty, obstacle, heldBack, expected] of [
    ['nothing', false, true, '', {}, undefined],
    ['what is just being typed', true, true, '', {}, undefined],
    ['a conflict and an unfinished value', true, true, '', both, 'Summary: Eve changed it, too; Further facts: This is not JSON yet'],
    ['everything, offline', true, true, 'No network.', both, 'latest changes: No network'],
    ['files on their way', false, false, '', {}, 'files that are still being uploaded'],
  ] as const)
    it(`by a plan: ${what}`, () => {
      const form = { app, entity, isDirty, obstacle, arriving: { isEmpty }, heldBack: new Map(Object.entries(heldBack)) }
      expect(leftOut(form as never)).to.equal(expected)
    })

  describe('in the admin', () => {
    let site: Site
    let nok: Seat
    let id: number
    let next: number
    let eve: Made
    before(async () => {
      const [host, database] = PAIRS[1]!
      const fields = [
        { name: 'title', localized: true },
        { name: 'summary' },
        { name: 'extra', type: 'json' as const },
        { name: 'next', type: 'relationship' as const, to: 'posts' },
      ]
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [
            { slug: 'posts', useAsTitle: 'title', fields, drafts: true, versions: true, schedule: true },
            {
              slug: 'notes',
              useAsTitle: 'title',
              fields: [
                { name: 'title', unique: true },
                { name: 'extra', type: 'json' },
              ],
            },
          ],
        },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      eve = await makeUser(site.cms, 'eve@example.org', { role: 'admin', name: 'Eve' })
      nok = await Seat.at(site, { as: 'nok@example.org' })
      next = ((await site.cms.create('posts', { title: 'Second' })) as { id: number }).id
    })
    beforeEach(async () => {
      id = ((await site.cms.create('posts', { title: 'First', next, status: 'published' })) as { id: number }).id
    })
    after(async () => {
      // A stale save is refused once. The hint at a mistake in JSON asks for a style that the policy refuses.
      nok.quiet(/400/, /inline style/)
      await nok.leave()
      await site.stop()
    })

    const saveAsEve = (summary: string) => site.cms.as({ id: eve.id, role: 'admin' }).update('posts', id, { summary, status: 'draft' })
    const writeExtra = (text: string) => nok.page.locator('[data-path=extra] .cm-content').last().fill(text)
    const WHY = 'Summary: Eve changed it, too; Extra: This is not JSON yet'
    const named = (name: string) => nok.page.getByRole('dialog', { name })
    const dialog = () => named('Schedule')

    it('by a plan: its dialog and its message name it, and the line below the title keeps the time', async () => {
      await nok.open(`c/posts/${id}`)
      await nok.page.getByLabel('Summary').waitFor()
      await saveAsEve('By Eve')
      await nok.fill('Summary', 'By Nok')
      await writeExtra('{"a": ')
      await nok.choose('More', 'Schedule')
      await dialog().getByText(`Without your ${WHY}`).waitFor()
      await dialog().getByLabel('When').fill('2099-01-01T10:00')
      await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
      await nok.page
        .locator('.toast')
        .getByText(new RegExp(`^Publishes Jan 1, 2099.*, without your ${WHY}`))
        .waitFor()
      await nok.sees(new RegExp(`Saved, except ${WHY}.*\\. Publishes Jan 1, 2099.*\\. Save to compare both versions\\.`))
      await nok.choose('More', 'Schedule')
      await dialog().getByLabel('Action').selectOption('Unpublish')
      await dialog()
        .getByText(/^Without your/)
        .waitFor()
      await dialog().getByRole('button', { name: 'Cancel planned change' }).click()
      await dialog()
        .getByText(/^Without your/)
        .waitFor({ state: 'detached' })
      await nok.page.keyboard.press('Escape')
    })

    it('when the form is left, whichever way, and can be left without it', async () => {
      const { page } = nok
      const question = () => named('Leave this page?')
      const ways = {
        menu: () => page.getByRole('link', { name: 'Posts' }).first().click(),
        back: () => page.goBack({ waitUntil: 'commit' }).catch(() => undefined),
        palette: async () => {
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox', { name: 'Search' }).fill('Notes')
          await page.getByRole('option', { name: 'Notes' }).first().click()
        },
        language: () => page.getByRole('combobox', { name: /^Language/ }).selectOption('th'),
      }
      await nok.open(`c/posts`)
      await page.getByRole('link', { name: 'First' }).first().click()
      await writeExtra('{"a": ')
      await nok.fill('Title', 'Third')
      for (const [way, go] of Object.entries(ways)) {
        await go()
        await question().getByText('Everything but Extra is saved.').waitFor()
        await question().getByText('Extra: This is not JSON yet').waitFor()
        expect(await question().getByRole('button').allTextContents(), way).to.deep.equal(['Cancel', 'Leave without Extra'])
        await question().getByRole('button', { name: 'Cancel' }).click()
        await question().waitFor({ state: 'detached' })
      }
      await saveAsEve('By Eve')
      await nok.fill('Summary', 'By Nok')
      await ways.menu()
      await question()
        .getByText(/^Summary: .* changed it, too; Extra: /)
        .waitFor()
      expect(await question().getByRole('button').allTextContents()).to.deep.equal(['Cancel', 'Leave without Summary and Extra'])
      await question().getByRole('button', { name: 'Cancel' }).click()
      await writeExtra('1')
      await ways.menu()
      await question().getByText('Everything but Summary is saved.').waitFor()
      await question().getByRole('button', { name: 'Compare both versions' }).waitFor()
      await question().getByRole('button', { name: 'Leave without Summary' }).click()
      await page.getByRole('heading', { name: 'Posts' }).waitFor()
      expect(await site.cms.findById('posts', id, { draft: true })).to.include({ title: 'Third', summary: 'By Eve', extra: 1 })
    })

    it('when a drawer is closed @long', async () => {
      await nok.open(`c/posts/${id}`)
      await nok.page.locator('[data-path=next]').getByRole('button', { name: 'Edit' }).first().click()
      const drawer = nok.page.locator('dialog.drawer')
      await drawer.locator('[data-path=extra] .cm-content').waitFor()
      await writeExtra('{"a": ')
      await drawer.getByRole('button', { name: 'Close' }).click()
      const question = named('Close without saving?')
      await question.getByText('Everything but Extra is saved.').waitFor()
      await question.getByRole('button', { name: 'Close without Extra' }).click()
      await drawer.waitFor({ state: 'detached' })
    })

    it('when a form without drafts is left, also after its save was refused @long', async () => {
      const { page } = nok
      const question = () => named('Leave this page?')
      const leave = () => page.getByRole('link', { name: 'Posts' }).first().click()
      await site.cms.create('notes', { title: 'Taken' })
      const note = (await site.cms.create('notes', { title: 'Free' })) as { id: number }
      await nok.open(`c/notes/${note.id}`)
      await nok.fill('Title', 'Taken')
      await leave()
      await question().getByText('Not saved yet: Title.').waitFor()
      await question().getByRole('button', { name: 'Save and leave' }).click()
      await question()
        .getByText(/^Title: .*already/)
        .waitFor()
      expect(await question().getByRole('button').allTextContents()).to.deep.equal(['Cancel', 'Leave without saving'])
      await question().getByRole('button', { name: 'Cancel' }).click()
      await nok.fill('Title', 'Other')
      await writeExtra('{"a": ')
      await leave()
      await question().getByText('Not saved yet: Title and Extra.').waitFor()
      await question().getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('heading', { name: 'Posts' }).waitFor()
    })
  })
})
