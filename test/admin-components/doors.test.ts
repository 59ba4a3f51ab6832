/** The ways in that lead over somebody else: an outside provider in a real browser, and the account page that links one. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { oidc } from '../../adapters/oidc.ts'
import { Seat, serve } from '../harness/admin.ts'
import { openBrowser } from '../harness/browser.ts'
import { newsroom } from '../harness/newsroom.ts'
import { CLIENT, OidcServer } from '../harness/oidc-server.ts'
import { makeUser } from '../harness/people.ts'
import { freePort } from '../harness/postgres-process.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

describe('admin-components: doors', function () {
  this.timeout(60_000)
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser?.close())

  for (const [index, host] of HOSTS.entries()) {
    it(`of a provider, on ${host.name}`, async () => {
      // The provider must know the address that the host gets, and the host that of the provider.
      const port = await freePort()
      const provider = await new OidcServer().open([`http://127.0.0.1:${port}/api/cms/auth/some/callback`])
      const some = oidc({ id: 'some', name: 'Some', issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret })
      const site = await serve(host, DATABASES[index]!, { ...newsroom, auth: { providers: [some] } }, port)
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      const seat = await Seat.at(site, browser)

      await seat.open('c/posts')
      await seat.page.getByRole('link', { name: 'Continue with Some' }).click()
      await seat.sees('Signing in was cancelled.')
      provider.subject = 'nobody-here'
      provider.accounts.set('nobody-here', { email: 'stranger@example.org', email_verified: true })
      await seat.page.getByRole('link', { name: 'Continue with Some' }).click()
      await seat.sees('There is no account for you here yet.')
      await seat.context.clearCookies()

      await seat.signIn('nok@example.org')
      await seat.open('account')
      provider.subject = 'nok-outside'
      provider.accounts.set('nok-outside', { email: 'nok@elsewhere.example', email_verified: true, name: 'Nok' })
      await seat.press('Link Some')
      await seat.sees('nok@elsewhere.example')
      await seat.press('Sign out everywhere')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()

      await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await seat.open('c/posts')
      await seat.page.getByRole('link', { name: 'Continue with Some' }).click()
      await seat.page.getByRole('heading', { name: 'Posts' }).waitFor()
      expect(new URL(seat.page.url()).pathname).to.equal('/admin/c/posts')

      await seat.open('account')
      await seat.press('Unlink')
      await seat.page.getByText('nok@elsewhere.example').waitFor({ state: 'detached' })
      await seat.leave()
      await site.stop()
      await provider.close()
    })
  }
})
