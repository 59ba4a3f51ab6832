/** Who compares versions is led to the other languages in which they differ. */
import { expect } from 'chai'
import { readsTheSame } from '../../admin-components/document/other-languages.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const field = (name: string, more: object = {}) => ({ name, path: name, type: 'text', ...more })

describe('admin-components: versions in other languages', function () {
  this.timeout(60_000)

  it('differ by what is translated alone, wherever it stands', () => {
    const fields = [
      field('title', { localized: true }),
      field('code'),
      field('seo', { type: 'group', fields: [field('text', { localized: true }), field('key')] }),
      field('rows', { type: 'array', fields: [field('word', { localized: true }), field('count')] }),
    ]
    const before = { title: 'a', code: '1', seo: { text: 'b', key: '1' }, rows: [{ id: 1, word: 'c', count: '1' }] }
    const same = { title: 'a', code: '2', seo: { text: 'b', key: '2' }, rows: [{ id: 1, word: 'c', count: '2' }] }
    expect(readsTheSame(fields, before, same)).to.equal(true)
    for (const other of [{ title: 'z' }, { seo: { text: 'z' } }, { rows: [{ id: 1, word: 'z' }] }, { title: undefined }])
      expect(readsTheSame(fields, before, { ...before, ...other }), JSON.stringify(other)).to.equal(false)
  })

  describe('in the history', () => {
    let site: Site
    before(async () => {
      site = await serve({
        localization: { locales: ['en', 'th', 'fr'], defaultLocale: 'en' },
        collections: [
          { slug: 'posts', useAsTitle: 'title', versions: true, fields: [{ name: 'title', localized: true }, { name: 'code' }] },
        ],
      } as object)
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())

    it('are named with what was changed in them; the first version says that it created the document, and a value that was empty is added', async () => {
      const { cms } = site
      const { id } = (await cms.create('posts', { title: 'Trams' } as object)) as { id: number }
      await cms.in('th').update('posts', id, { title: 'รถราง' } as object)
      await cms.update('posts', id, { title: 'Trams return', code: 'X9' } as object)
      const seat = await Seat.at(site, { as: 'nok@example.org' })
      await seat.open(`c/posts/${id}`)
      await seat.press('More')
      await seat.page.getByRole('menuitem', { name: 'History' }).click()
      const history = seat.page.getByRole('dialog', { name: 'History' })
      await history.getByText('Title (English) and Code').waitFor()
      await history.getByText('Title (Thai)', { exact: true }).waitFor()
      expect(await history.locator('.versions strong').allTextContents()).to.deep.equal([
        'The system saved it',
        'The system saved it',
        'The system created it',
      ])
      await history.getByRole('button', { name: 'Compare' }).last().click()
      const code = history.locator('.changes > dd').last()
      await code.getByText('X9').waitFor()
      expect((await code.textContent())!.trim().split(/\s+/)).to.deep.equal(['Added', 'X9'])
      await seat.leave()
    })

    it('are offered where they differ, and nowhere else @long', async () => {
      const { cms } = site
      const { id } = (await cms.create('posts', { title: 'Trains' } as object)) as { id: number }
      await cms.in('th').update('posts', id, { title: 'รถไฟ' } as object)
      const seat = await Seat.at(site, { as: 'nok@example.org' })
      await seat.open(`c/posts/${id}`)
      await seat.press('More')
      await seat.page.getByRole('menuitem', { name: 'History' }).click()
      const history = seat.page.getByRole('dialog', { name: 'History' })
      await history.getByRole('button', { name: 'Compare' }).first().click()
      await history.getByText('Nothing differs.').waitFor()
      const others = history.getByRole('status').filter({ hasText: 'Changes in other languages:' })
      await others.waitFor()
      expect(await others.getByRole('button').allInnerTexts()).to.deep.equal(['Thai'])
      await others.getByRole('button', { name: 'Thai' }).click()
      await history.getByText('รถไฟ').waitFor()
      expect(await history.getByText('Nothing differs.').count()).to.equal(0)
      await seat.leave()
    })
  })
})
