/** Where emails are only printed in the server's log, the admin doesn't claim that they are on their way. */
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: printed emails', function () {
  this.timeout(60_000)
  const printed: string[] = []
  let site: Site
  let seat: Seat

  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', { collections: [], email: consoleEmail((text) => printed.push(text)) }))
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  it('are called that after an invitation, another one, and a test @long', async () => {
    const isPrinted = async (to: string) => {
      await seat.sees(`The email to ${to} is only printed in the log of the server`)
      expect(await seat.page.getByText('on its way').count()).to.equal(0)
      await seat.page.reload()
    }
    await seat.open('c/users/new')
    await seat.page.locator('[data-path="password"]').getByText('is printed in the log of the server').waitFor()
    await seat.fill('Email', 'eve@example.org')
    await seat.page.getByLabel('Role').selectOption('editor')
    await seat.press('Create Person')
    await isPrinted('eve@example.org')
    await seat.press('Print the invitation again')
    await isPrinted('eve@example.org')
    await seat.open('system/email')
    await seat.sees(/Emails are only printed in the log/)
    expect(await seat.page.getByRole('button', { name: 'Check the connection' }).count()).to.equal(0)
    await seat.press('Send a test')
    await isPrinted('nok@example.org')
    for (let n = 0; n < 200 && printed.length < 3; n++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(printed.map((text) => /email to (\S+):/.exec(text)?.[1]).sort()).to.deep.equal([
      'eve@example.org',
      'eve@example.org',
      'nok@example.org',
    ])
  })
})
