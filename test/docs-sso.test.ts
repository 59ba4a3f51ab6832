/** The examples of docs/sso.md sign somebody in, each as a file of a project of its own. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { AuthProvider } from '../lib/auth/provider.ts'
import { blocks, projectWith } from './docs/blocks.ts'
import { CLIENT, OidcServer } from './harness/oidc-server.ts'
import { makeUser } from './harness/people.ts'
import { SamlIdp } from './harness/saml-idp.ts'
import { DATABASES, end, HOSTS, type Started, start } from './harness/start.ts'
import { Tab } from './harness/tab.ts'

async function example(name: string, environment: Record<string, string>): Promise<AuthProvider> {
  const { text } = blocks.find((block) => block.page === 'docs/sso.md' && block.text.startsWith(`// provider ${name}\n`))!
  Object.assign(process.env, environment)
  const { provider } = await import(pathToFileURL(path.join(projectWith({ 'provider.js': text }), 'provider.js')).href)
  for (const variable of Object.keys(environment)) delete process.env[variable]
  return provider
}

describe('docs/sso.md', function () {
  this.timeout(60_000)
  for (const host of HOSTS) {
    describe(`on ${host.name}`, () => {
      let server: Server
      let origin: string
      let oauth: OidcServer
      let idp: SamlIdp
      let started: Started

      before(async () => {
        let listener: (request: any, response: any) => void = () => undefined
        server = createServer((request, response) => listener(request, response))
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        oauth = await new OidcServer().open([`${origin}/api/cms/auth/company/callback`])
        idp = await new SamlIdp().open()
        const providers = [
          await example('oauth2', { OAUTH_URL: oauth.issuer, OAUTH_ID: CLIENT.id, OAUTH_SECRET: CLIENT.secret }),
          await example('saml', { SERVER_URL: origin, SAML_ENTRY_POINT: `${idp.url}/sso`, SAML_CERTIFICATE: idp.certificate }),
          await example('local', {}),
        ]
        started = await start(host, DATABASES[0]!, { auth: { providers, allowSignUp: { domains: ['example.org'] } } })
        listener = started.listener
        await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      })
      after(async () => {
        await end(started?.cms)
        await oauth?.close()
        await idp?.close()
        server?.closeAllConnections()
        await new Promise((resolve) => server?.close(resolve))
      })

      const at = (place: string) => `${origin}/api/cms${place}`
      const email = async (tab: Tab) => ((await (await tab.visit(at('/users/me'))).json()) as any).user?.email

      it('OAuth 2', async () => {
        oauth.subject = 'ann'
        oauth.accounts.set('ann', { email: 'ann@example.org', email_verified: true, name: 'Ann' })
        const tab = new Tab()
        await tab.follow(at('/auth/company/login'), (url) => url.origin === origin && url.pathname.startsWith('/admin'))
        expect(await email(tab)).to.equal('ann@example.org')
      })

      it('SAML', async () => {
        idp.person = { nameID: 'som', email: 'som@example.org' }
        const tab = new Tab()
        const { headers } = await tab.visit(at('/auth/saml/login'))
        const { action, fields } = idp.answer(new URL(headers.get('location')!))
        expect((await tab.visit(action, { form: fields })).headers.get('location')).to.equal('/admin')
        expect(await email(tab)).to.equal('som@example.org')
      })

      it('a username and a password', async () => {
        const tab = new Tab()
        const enter = (password: string) => tab.visit(at('/auth/directory/login'), { method: 'POST', body: { username: 'mei', password } })
        expect((await enter('wrong')).status).to.equal(401)
        expect((await enter('only an example')).status).to.equal(200)
        expect(await email(tab)).to.equal('mei@example.org')
      })
    })
  }
})
