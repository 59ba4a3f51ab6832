/** A hand-written OpenID Connect provider that answers as ordered: right, or wrong in one way. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 })

export type Order =
  | 'right'
  | 'nonce'
  | 'no nonce'
  | 'issuer'
  | 'audience'
  | 'signature'
  | 'alg none'
  | 'alg HS256'
  | 'expired'
  | 'no token'
  | 'other subject'
  | 'redirect'
  | 'error'
  | 'html'
  | 'huge'
  | 'slow'

const base64 = (value: object | string) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export class BadProvider {
  order: Order = 'right'
  issuer = ''
  #server: Server | undefined
  #nonce: string | undefined

  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, this.issuer)
      const json = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
      switch (url.pathname) {
        case '/.well-known/openid-configuration':
          return json({
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            jwks_uri: `${this.issuer}/jwks`,
            userinfo_endpoint: `${this.issuer}/userinfo`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
          })
        case '/jwks':
          return json({ keys: [{ ...KEY.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
        case '/authorize': {
          this.#nonce = url.searchParams.get('nonce')!
          const back = new URL(url.searchParams.get('redirect_uri')!)
          back.searchParams.set('code', 'code')
          back.searchParams.set('state', url.searchParams.get('state')!)
          return response.writeHead(302, { location: back.href }).end()
        }
        case '/userinfo':
          return json({ sub: 'somebody-else', email: 'boss@example.org', email_verified: true })
        default:
          return this.#token(response, json)
      }
    })
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  #token(response: any, json: (value: object) => unknown): unknown {
    if (this.order === 'redirect') return response.writeHead(302, { location: '/token2' }).end()
    if (this.order === 'error') return response.writeHead(500).end('{}')
    if (this.order === 'html') return response.setHeader('content-type', 'text/html').end('<html>')
    if (this.order === 'huge') return response.setHeader('content-type', 'application/json').end(`{"x":"${'x'.repeat(3_000_000)}"}`)
    if (this.order === 'slow') return undefined
    const token = { access_token: 'access', token_type: 'Bearer' }
    return json(this.order === 'no token' ? token : { ...token, id_token: this.#idToken() })
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.order === 'issuer' ? 'http://127.0.0.1:1' : this.issuer,
      sub: 'subject',
      aud: this.order === 'audience' ? 'another-client' : 'galley',
      iat: this.order === 'expired' ? now - 7200 : now,
      exp: this.order === 'expired' ? now - 3600 : now + 600,
      ...(this.order !== 'no nonce' && { nonce: this.order === 'nonce' ? 'another' : this.#nonce }),
      ...(this.order !== 'other subject' && { email: 'boss@example.org', email_verified: true }),
    }
    const alg = this.order === 'alg none' ? 'none' : this.order === 'alg HS256' ? 'HS256' : 'RS256'
    const signed = `${base64({ alg, kid: 'one', typ: 'JWT' })}.${base64(claims)}`
    if (alg === 'none') return `${signed}.`
    if (alg === 'HS256')
      return `${signed}.${createHmac('sha256', KEY.publicKey.export({ type: 'spki', format: 'pem' }))
        .update(signed)
        .digest('base64url')}`
    const key = this.order === 'signature' ? OTHER.privateKey : KEY.privateKey
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')}`
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}
