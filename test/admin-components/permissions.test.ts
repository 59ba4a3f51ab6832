/** Roles, their comparison and API keys show the same contents in the same groups and words; what was entered is never lost without asking. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, Browser as Person } from '../harness/people.ts'
import { HOSTS } from '../harness/start.ts'

describe('admin-components: permissions', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    ;({ site, seat } = await serveTo(
      { email: 'nok@example.org', name: 'Nok' },
      {
        ...newsroom,
        audit: true,
        apiKeys: true,
        auth: { rbac: true, roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
      },
      { host: HOSTS[1]!, width: 1024 },
    ))
  })
  after(() => site?.stop())

  const rowNames = (table: string) => seat.page.locator(`${table} tbody th`).allInnerTexts()
  const dialog = (name: string) => seat.page.getByRole('dialog', { name })

  it('are about the same contents, in the same groups', async () => {
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: /^Editor/ }).click()
    await seat.page.locator('.matrix').waitFor()
    const ofRole = await rowNames('.matrix')
    expect(ofRole[0]).to.equal('Content')
    await seat.press('Compare roles')
    await seat.page.locator('.compared').waitFor()
    const compared = await rowNames('.compared')
    expect(compared.slice(0, ofRole.length)).to.deep.equal(ofRole)
    expect(await seat.page.locator('.compared thead th').allInnerTexts()).to.include.members(['Admin', 'Editor', 'Reader'])
    await seat.open('system/keys')
    await seat.press('New key')
    await seat.page.locator('form.make').waitFor()
    expect(await rowNames('form.make table')).to.deep.equal(ofRole.filter((name) => name !== 'API keys'))
    expect(await seat.page.getByRole('checkbox', { name: 'Tags: Edit' }).count()).to.equal(1)
    seat.quiet()
  })

  it('of a key are listed with its owner, and a key without any asks first', async () => {
    await seat.fill('Name', 'Idle')
    await seat.press('Create key')
    await dialog('Create a key without permissions?').getByRole('button', { name: 'Cancel' }).click()
    await seat.page.getByRole('checkbox', { name: 'Posts: Read' }).check()
    await seat.page.getByRole('checkbox', { name: 'Posts: Create' }).check()
    await seat.press('Create key')
    const row = seat.page.locator('.keys tbody tr')
    await row.getByText('Posts: Read, Create').waitFor()
    await row.getByText('Nok', { exact: true }).waitFor()
    const frame = (await seat.page.locator('.keys .table-frame').boundingBox())!
    const button = (await row.getByRole('button', { name: 'Delete' }).boundingBox())!
    expect(frame.x + frame.width - button.x - button.width, 'the button keeps away from the edge').to.be.at.least(8)
    seat.quiet()
  })

  it('that were ticked for a key are not lost on the way to another page', async () => {
    await seat.press('New key')
    await seat.page.getByRole('checkbox', { name: 'Tags: Read' }).check()
    await seat.page.getByRole('link', { name: 'Audit log' }).click()
    await dialog('Leave this page?').getByRole('button', { name: 'Cancel' }).click()
    expect(await seat.page.getByRole('checkbox', { name: 'Tags: Read' }).isChecked()).to.equal(true)
    await seat.page.getByRole('link', { name: 'Audit log' }).click()
    await dialog('Leave this page?').getByRole('button', { name: 'Leave without saving' }).click()
    await seat.page.getByRole('heading', { name: 'Audit log' }).waitFor()
    seat.quiet()
  })

  it('of a role are not lost with another role or page, and Save is in view while they are changed', async () => {
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: /^Editor/ }).click()
    const box = seat.page.getByRole('checkbox', { name: 'Tags: Delete' })
    await box.uncheck()
    const save = seat.page.getByRole('button', { name: 'Save', exact: true })
    expect((await save.boundingBox())!.y, 'without scrolling').to.be.below(860 - 30)
    await seat.page.getByRole('tab', { name: /^Admin/ }).click()
    await dialog('Discard your changes?').getByRole('button', { name: 'Cancel' }).click()
    await seat.page.getByRole('link', { name: 'Dashboard' }).click()
    await dialog('Leave this page?').getByRole('button', { name: 'Cancel' }).click()
    expect(await box.isChecked()).to.equal(false)
    await save.click()
    await seat.sees('Saved')
    await seat.press('History')
    await seat.page.getByRole('button', { name: 'Use these permissions' }).first().waitFor()
    expect((await seat.page.getByRole('button', { name: 'Use these permissions' }).first().boundingBox())!.y).to.be.below(600)
    await seat.page.getByRole('link', { name: 'Dashboard' }).click()
    await seat.sees('Hello, Nok')
    seat.quiet()
  })

  it('that changed are in the audit log as what was and what is, and other details as facts', async () => {
    await seat.open('system/audit?action=role')
    await seat.page.locator('tbody button[aria-expanded=false]').first().click()
    const facts = seat.page.locator('tbody dl').first()
    await facts.waitFor()
    const [row, table] = [await facts.boundingBox(), await seat.page.locator('table').boundingBox()]
    expect(row!.width, 'across the whole row').to.be.above(table!.width - 40)
    expect((await facts.textContent())!.replace(/\s+/g, ' ')).to.match(/^ ?Tags ?Read, Create, Edit, Delete → Read, Create, Edit ?$/)
    seat.quiet()
  })

  it('a name and a password of one’s own are not lost either', async () => {
    await seat.open('account')
    const save = seat.page.getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    expect(await save.isDisabled(), 'nothing to save yet').to.equal(true)
    await seat.fill('Name', 'Nok N.')
    await seat.page.getByRole('link', { name: 'Dashboard' }).click()
    await dialog('Leave this page?').getByRole('button', { name: 'Cancel' }).click()
    await seat.press('Save')
    await seat.sees('Saved')
    await seat.page.locator('button.main:disabled').waitFor()
    await seat.page.getByRole('link', { name: 'Dashboard' }).click()
    await seat.sees('Hello, Nok N.')
    seat.quiet()
  })

  it('to the fields of a role that may only read offer nothing to edit, and roles have one order', async () => {
    await seat.open('system/roles')
    await seat.press('New role')
    const name = seat.page.getByRole('textbox', { name: 'Name of the role' })
    await name.and(seat.page.locator(':focus')).fill('Viewer')
    await seat.press('Create role')
    await name.waitFor({ state: 'detached' })
    await seat.page.getByRole('tab', { name: /^Viewer/ }).waitFor()
    await seat.page.getByRole('checkbox', { name: 'Tags: Read' }).check()
    const choices = () => seat.page.locator('.limit select[aria-label^="Tags: "]').first().locator('option').allTextContents()
    expect((await choices()).map((one) => one.trim())).to.deep.equal(['Read only', 'Hidden'])
    await seat.page.getByRole('checkbox', { name: 'Tags: Edit' }).check()
    expect((await choices()).map((one) => one.trim())).to.deep.equal(['Edit', 'Read only', 'Hidden'])
    await seat.press('Save')
    await seat.sees('Saved')
    const tabs = (await seat.page.getByRole('tab').allInnerTexts()).map((one) => one.split(/\s/)[0])
    await seat.press('Compare roles')
    await seat.page.locator('.compared').waitFor()
    expect((await seat.page.locator('.compared thead th').allInnerTexts()).filter(Boolean)).to.deep.equal(tabs)
    await seat.press('Compare roles')
    seat.quiet()
  })

  it('to the fields of a role of members offer nothing to edit where rules keep them from members', async () => {
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: /^Reader/ }).click()
    const choices = seat.page.locator('.limit select[aria-label^="Tags: "]').first().locator('option')
    expect((await choices.allTextContents()).map((one) => one.trim())).to.deep.equal(['Read only', 'Hidden'])
    seat.quiet()
  })

  it('for one’s own documents only are said of the operations that they limit, in the same words everywhere', async () => {
    const person = await new Person(site.listener).login('nok@example.org')
    const permissions = { collections: { tags: ['create', 'update', 'delete'] }, own: { tags: ['update', 'delete'] } }
    expect((await person.post('/admin/roles', { key: 'writer', name: 'Writer', permissions })).status).to.equal(201)
    const words = 'Read, Create, Edit (only their own), Delete (only their own)'
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: /^Writer/ }).click()
    const cells = seat.page.locator('.matrix tr', { has: seat.page.getByRole('rowheader', { name: 'Tags', exact: true }) }).locator('td')
    await cells.nth(2).locator('select').waitFor()
    const whose = cells.locator('.granted select')
    expect(await whose.evaluateAll((all: any[]) => all.map(({ value }) => value))).to.deep.equal(['all', 'own', 'own'])
    await seat.press('Compare roles')
    await seat.page.locator('.compared').getByText(words, { exact: true }).waitFor()
    await seat.open('c/users/new')
    await seat.page.getByLabel('Role').selectOption('writer')
    await seat.page.locator('[data-path="role"]').getByText(`Tags: ${words}`, { exact: true }).waitFor()
    await seat.open('system/audit?action=role')
    await seat.page.locator('tbody button[aria-expanded=false]').first().click()
    await seat.page.locator('tbody dl').first().getByText(words).waitFor()
    seat.quiet()
  })

  it('stay limited to one’s own documents where an operation is granted later', async () => {
    const { page } = seat
    const person = await new Person(site.listener).login('nok@example.org')
    const permissions = { collections: { tags: ['read', 'update'] }, own: { tags: ['update'] } }
    await person.post('/admin/roles', { key: 'helper', name: 'Helper', permissions })
    await seat.open('system/roles')
    await page.getByRole('tab', { name: /^Helper/ }).click()
    for (const name of ['Tags: Create', 'Tags: Delete']) await page.getByRole('checkbox', { name, exact: true }).check()
    const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await seat.press('Save')
    expect((await isSaved).status()).to.equal(200)
    const { roles } = (await person.get('/admin/roles')).body
    const stored = roles.find(({ key }: { key: string }) => key === 'helper').permissions
    expect(stored.collections.tags).to.have.members(['read', 'update', 'create', 'delete'])
    expect(stored.own.tags).to.have.members(['update', 'delete'])
    seat.quiet()
  })

  it('let people read everything and edit only their own, with the keyboard, and no column moves', async () => {
    const { page } = seat
    const person = await new Person(site.listener).login('nok@example.org')
    await person.post('/admin/roles', { key: 'author', name: 'Author', permissions: { collections: {} } })
    const stored = async () =>
      (await person.get('/admin/roles')).body.roles.find(({ key }: { key: string }) => key === 'author').permissions
    await seat.open('system/roles')
    await page.getByRole('tab', { name: /^Author$|^Author\s/ }).click()
    const box = (operation: string) => page.getByRole('checkbox', { name: `Tags: ${operation}`, exact: true })
    await box('Read').waitFor()
    const columns = () =>
      page.locator('.matrix thead th').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    const before = await columns()
    await box('Edit').check()
    await box('Delete').check()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => (globalThis as any).document.activeElement.shadowRoot.activeElement.ariaLabel)).to.equal(
      'Tags: Delete, whose documents',
    )
    await page.keyboard.press('o')
    await page.getByRole('combobox', { name: 'Tags: Edit, whose documents' }).selectOption('Own')
    expect(await columns()).to.deep.equal(before)
    await box('Read').uncheck()
    expect(await box('Delete').isChecked()).to.equal(false)
    await box('Read').check()
    const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await seat.press('Save')
    expect((await isSaved).status()).to.equal(200)
    const { collections, own } = await stored()
    expect(collections.tags).to.have.members(['read', 'update', 'delete'])
    expect(own.tags).to.have.members(['update', 'delete'])
    seat.quiet()
  })

  it('of members to drafts say that they read only what is published', async () => {
    const { page } = seat
    const published = (row: string) =>
      page
        .locator('.matrix tbody tr')
        .filter({ has: page.getByRole('rowheader', { name: row }) })
        .getByText('only what is published')
    await seat.open('system/roles')
    await page.getByRole('tab', { name: /^Reader/ }).click()
    await published('Posts').waitFor()
    expect(await published('Tags').count()).to.equal(0)
    await page.getByRole('tab', { name: /^Editor/ }).click()
    await published('Posts').waitFor({ state: 'detached' })
    await seat.press('Compare roles')
    const cells = page
      .locator('.compared tbody tr')
      .filter({ has: page.getByRole('rowheader', { name: 'Posts' }) })
      .locator('td')
    await cells.filter({ hasText: 'Read (only what is published)' }).waitFor()
    await seat.press('Compare roles')
    seat.quiet()
  })

  it('of a role in use say why it can’t be deleted', async () => {
    await makeUser(site.cms, 'vic@example.org', { role: 'viewer' })
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: /^Viewer/ }).click()
    await seat.sees('Give its 1 person another role before you delete it.')
    seat.quiet()
  })
})
