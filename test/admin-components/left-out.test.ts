/** A field that isn't stored is named wherever it would be left out without a word: by a planned publication, and when the form is left. */
import { expect } from 'chai'
import type { Entity } from '../../admin-components/app/schema.ts'
import { leftOut } from '../../admin-components/document/left-out.ts'
import { enActions } from '../../admin-components/texts/en-actions.ts'
import { addTexts, inEnglish } from '../../admin-components/texts/texts.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
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
    before(async () => {
      const [host, database] = PAIRS[1]!
      const fields = [{ name: 'title' }, { name: 'summary' }, { name: 'extra', type: 'json' as const }]
      site = await serve(
        { collections: [{ slug: 'posts', useAsTitle: 'title', fields, drafts: true, versions: true, schedule: true }] },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      const eve = await makeUser(site.cms, 'eve@example.org', { role: 'admin', name: 'Eve' })
      nok = await Seat.at(site, { as: 'nok@example.org' })
      id = ((await site.cms.create('posts', { title: 'First', status: 'published' })) as { id: number }).id
      await nok.open(`c/posts/${id}`)
      await nok.page.getByLabel('Summary').waitFor()
      await site.cms.as({ id: eve.id, role: 'admin' }).update('posts', id, { summary: 'By Eve', status: 'draft' })
      await nok.fill('Summary', 'By Nok')
      await nok.page.locator('[data-path=extra] .cm-content').fill('{"a": ')
    })
    after(async () => {
      // A stale save is refused once. The hint at a mistake in JSON asks for a style that the policy refuses.
      nok.quiet(/400/, /inline style/)
      await nok.leave()
      await site.stop()
    })

    const WHY = 'Summary: Eve changed it, too; Extra: This is not JSON yet'
    const dialog = () => nok.page.getByRole('dialog', { name: 'Schedule' })

    it('by a plan: its dialog and its message name it, and the line below the title keeps the time', async () => {
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
  })
})
