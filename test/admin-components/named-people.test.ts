/** A person has one name throughout the admin: theirs, with the email address below it or behind it. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

describe('admin-components: the names of people', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    site = await serve({
      audit: true,
      apiKeys: true,
      auth: { rbac: true },
      backups: { dir: temporaryFile('-backups') },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          access: { update: 'owner' },
          fields: [{ name: 'title' }, { name: 'editor', type: 'relationship', to: 'users' }],
        },
      ],
    } as object)
    await makeUser(site.cms, 'ada@example.org', { role: 'admin', name: 'Ada Admin' })
    await makeUser(site.cms, 'nameless@example.org', { role: 'editor' })
  })
  after(() => site?.stop())

  it('are the same next to a document, in choices, in the audit log, for keys, backups and roles @long', async () => {
    const seat = await Seat.at(site, { as: 'ada@example.org' })
    const { page } = seat
    const lineOf = (place: ReturnType<typeof page.locator>) => place.locator('.line-text').first().locator('span').allTextContents()
    await seat.open('c/posts/new')
    await seat.fill('Title', 'One')
    await seat.press(/^Choose/)
    const choice = page
      .getByRole('dialog')
      .getByRole('option', { name: 'Ada Admin' })
      .or(page.getByRole('dialog').getByRole('button', { name: 'Ada Admin' }))
    await choice.first().click()
    await seat.press('Create Post')
    await page.locator('[data-path=createdBy] .line-text').waitFor()
    expect(await lineOf(page.locator('[data-path=createdBy]'))).to.deep.equal(['Ada Admin', 'ada@example.org'])
    expect(await lineOf(page.locator('[data-path=editor]'))).to.deep.equal(['Ada Admin', 'ada@example.org'])
    for (const [path, make] of [
      ['/api-keys', { name: 'Importer', permissions: { collections: { posts: ['read'] } } }],
      ['/admin/backups', undefined],
    ] as const)
      await page.evaluate(
        async ([path, body]) => {
          const { csrfToken } = await (await fetch('/api/cms/users/me')).json()
          const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
          await fetch(`/api/cms${path}`, { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
        },
        [path, make] as [string, unknown],
      )
    await seat.open('system/keys')
    await page.locator('tr', { hasText: 'Importer' }).getByText('Ada Admin').waitFor()
    await seat.open('system/backups')
    await seat.sees('By Ada Admin')
    await seat.open('system/audit')
    const signIn = page.locator('tr', { hasText: 'signed in' }).locator('strong').first()
    await page
      .locator('tr', { hasText: /Ada Admin\s+signed in/ })
      .first()
      .waitFor()
    expect(await signIn.getAttribute('title')).to.equal('ada@example.org')
    await seat.open('c/users')
    await page
      .getByRole('row', { name: /ada@example\.org/ })
      .getByText('Ada Admin')
      .waitFor()
    await seat.open('c/posts')
    await page.getByRole('row', { name: /One/ }).getByText('Ada Admin').first().waitFor()
    seat.quiet()
    await seat.leave()
  })
})
