/** The ways in that lead over somebody else: an outside provider in a real browser, and the account page that links one. */
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import { oidc } from '../../adapters/oidc.ts'
import { passportProvider } from '../../adapters/passport.ts'
import { Seat, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { CLIENT, OidcServer } from '../harness/oidc-server.ts'
import { makeUser } from '../harness/people.ts'
import { freePort } from '../harness/postgres-process.ts'
import { SAML_AUDIENCE, SamlIdp } from '../harness/saml-idp.ts'
import { PAIRS } from '../harness/start.ts'

const require = createRequire(import.meta.url)
const LocalStrategy = require('passport-local')
const { Strategy: SamlStrategy } = require('@node-saml/passport-saml')

type Done = (error: null, user?: object | false) => void

const faults = async ({ page }: Seat) =>
  (await new AxeBuilder({ page: page as any }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.target.join(' ')}`)

describe('admin-components: outside sign-in', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'doors')) {
    it(`of a provider, on ${host.name} @long`, async () => {
      // The provider must know the address that the host gets, and the host that of the provider.
      const port = await freePort()
      const provider = await new OidcServer().open([`http://127.0.0.1:${port}/api/cms/auth/some/callback`])
      const some = oidc({ id: 'some', name: 'Some', issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret })
      const site = await serve({ ...newsroom, auth: { providers: [some] } }, { host, database, port })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      const seat = await Seat.at(site)

      await seat.open('c/posts')
      await seat.page.getByRole('link', { name: 'Continue with Some' }).click()
      await seat.sees('Signing in was cancelled.')
      provider.subject = 'nobody-here'
      provider.accounts.set('nobody-here', { email: 'stranger@example.org', email_verified: true })
      await seat.page.getByRole('link', { name: 'Continue with Some' }).click()
      await seat.sees('You don’t have an account here yet.')
      await seat.context.clearCookies()

      await seat.signIn('nok@example.org')
      await seat.open('account')
      provider.subject = 'nok-outside'
      provider.accounts.set('nok-outside', { email: 'nok@elsewhere.example', email_verified: true, name: 'Nok' })
      await seat.press('Link Some')
      await seat.sees('nok@elsewhere.example')
      await seat.press('Sign out everywhere')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()

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

    it(`of a provider that checks a password, on ${host.name} @long`, async () => {
      const directory = passportProvider(
        new LocalStrategy((username: string, password: string, done: Done) =>
          done(null, password === 'open sesame' && { id: username, emails: [{ value: `${username}@elsewhere.example` }] }),
        ),
        { id: 'directory', name: 'Directory', kind: 'credentials' },
      )
      const site = await serve({ ...newsroom, auth: { providers: [directory] } }, { host, database })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      const seat = await Seat.at(site)
      const enter = async (password: string, button: string) => {
        await seat.page.getByLabel('Username').fill('nok')
        await seat.page
          .getByLabel(/^Password( for Directory)?$/)
          .last()
          .fill(password)
        await seat.press(button)
      }

      await seat.open('c/posts')
      await seat.press('Continue with Directory')
      expect(await seat.page.evaluate(() => (document.activeElement as any).shadowRoot.activeElement.name)).to.equal('username')
      expect(await faults(seat)).to.deep.equal([])
      await enter('wrong', 'Sign in')
      await seat.sees('The username or the password is wrong.')
      await enter('open sesame', 'Sign in')
      await seat.sees('You don’t have an account here yet.')
      expect(await faults(seat)).to.deep.equal([])
      await seat.press('Sign in another way')

      await seat.signIn('nok@example.org')
      await seat.open('account')
      await seat.press('Link Directory')
      expect(await faults(seat)).to.deep.equal([])
      await enter('wrong', 'Link this account')
      await seat.sees('Invalid username or password')
      await enter('open sesame', 'Link this account')
      await seat.sees('The account is linked.')
      await seat.sees('nok@elsewhere.example')
      await seat.open('system/sso')
      await seat.sees('They enter a username and a password here')

      await seat.context.clearCookies()
      await seat.open('account')
      await seat.press('Continue with Directory')
      await enter('open sesame', 'Sign in')
      await seat.page.getByRole('heading', { name: 'Linked accounts' }).waitFor()

      await seat.page.getByLabel('Name', { exact: true }).fill('Nok again')
      await seat.context.clearCookies()
      await seat.press('Save')
      const dialog = seat.page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Continue with Directory' }).click()
      await dialog.getByLabel('Username').fill('nok')
      await dialog.getByLabel('Password').fill('open sesame')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await seat.sees('Saved')
      expect((await site.cms.find('users', { where: { name: { equals: 'Nok again' } } })).totalDocs).to.equal(1)
      seat.quiet(/40[013]/)

      const thai = await Seat.at(site)
      await thai.page.addInitScript("localStorage.setItem('galley:language', 'th')")
      await thai.open('c/posts')
      await thai.page.getByRole('button', { name: 'Directory' }).click()
      await thai.page.getByLabel('ชื่อผู้ใช้').fill('nok')
      await thai.page.getByLabel('รหัสผ่าน').fill('wrong')
      await thai.page.keyboard.press('Enter')
      await thai.sees('ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง')
      await thai.leave()
      await seat.leave()
      await site.stop()
    })

    it(`of a provider on another site that posts a form, on ${host.name} @long`, async () => {
      const port = await freePort()
      const idp = await new SamlIdp().open('localhost')
      const options = {
        callbackUrl: `http://127.0.0.1:${port}/api/cms/auth/saml/callback`,
        entryPoint: `${idp.url}/sso`,
        issuer: SAML_AUDIENCE,
        idpCert: idp.certificate,
      }
      const pass = (profile: object, done: Done) => done(null, profile)
      const saml = passportProvider(new SamlStrategy(options, pass, pass), {
        id: 'saml',
        name: 'Company',
        kind: 'post',
        identify: ({ issuer, nameID, email }) => ({ issuer, subject: nameID, email, emailVerified: true }),
      })
      const site = await serve({ ...newsroom, auth: { providers: [saml] } }, { host, database, port })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
      const seat = await Seat.at(site)
      idp.person = { nameID: 'nok', email: 'nok@elsewhere.example' }

      await seat.open('c/posts')
      await seat.page.getByRole('link', { name: 'Continue with Company' }).click()
      await seat.press('Go on')
      await seat.sees('You don’t have an account here yet.')
      await seat.signIn('nok@example.org')
      await seat.open('account')
      await seat.press('Link Company')
      await seat.press('Go on')
      await seat.sees('The account is linked.')
      await seat.context.clearCookies()
      await seat.open('c/posts')
      await seat.page.getByRole('link', { name: 'Continue with Company' }).click()
      await seat.press('Go on')
      await seat.page.getByRole('heading', { name: 'Posts' }).waitFor()
      await seat.leave()
      await site.stop()
      await idp.close()
    })
  }
})
