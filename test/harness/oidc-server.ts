/** A real OpenID Connect provider on this machine. Whoever comes is signed in as the account that is set, or turns back. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OutsideAccount {
  email?: string
  email_verified?: boolean
  name?: string
}

export const CLIENT = { id: 'galley', secret: 'provider-canary' }

export class OidcServer {
  readonly accounts = new Map<string, OutsideAccount>()
  /** The subject who signs in next; nobody turns back. */
  subject: string | undefined
  issuer = ''
  #server: Server | undefined

  async open(callbacks: string[], { pkce = true } = {}): Promise<this> {
    const { default: Provider } = (await import('oidc-provider' as string)) as any
    let handler: (request: any, response: any) => void = () => undefined
    this.#server = createServer((request, response) => handler(request, response))
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    const provider: any = new Provider(this.issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: callbacks, token_endpoint_auth_method: 'client_secret_post' },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, ...this.accounts.get(sub) }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ['only-for-tests'] },
      pkce: { required: () => pkce },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    } as any)
    const callback = provider.callback()
    handler = (request, response) => {
      if (!request.url.startsWith('/interaction/')) return callback(request, response)
      this.#interact(provider, request, response).catch((error) => response.writeHead(500).end(String(error)))
    }
    return this
  }

  async #interact(provider: any, request: any, response: any): Promise<void> {
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    const accountId = this.subject
    if (accountId === undefined) return provider.interactionFinished(request, response, { error: 'access_denied' })
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } })
    const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}
