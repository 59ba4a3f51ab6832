/** A SAML identity provider on this machine. It signs whoever is set in, and answers with a form that the browser posts back. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: typeof KEY, side: 'privateKey' | 'publicKey') =>
  key[side].export({ type: side === 'privateKey' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

export const SAML_AUDIENCE = 'https://cms.example.org'

export interface SamlPerson {
  nameID: string
  email: string
}

export class SamlIdp {
  person: SamlPerson = { nameID: 'nobody', email: 'nobody@example.org' }
  url = ''
  readonly certificate = pem(KEY, 'publicKey')
  #server: Server | undefined

  /** `host` is the name that browsers know it by: another one than the site's makes it another site. */
  async open(host = '127.0.0.1'): Promise<this> {
    this.#server = createServer((request, response) => {
      const address = new URL(request.url!, this.url)
      if (address.pathname !== '/sso') return response.writeHead(204).end()
      const form = this.answer(address)
      const field = (name: 'SAMLResponse' | 'RelayState') => `<input type="hidden" name="${name}" value="${form.fields[name]}">`
      response.setHeader('content-type', 'text/html')
      response.end(
        `<form method="post" action="${form.action}">${field('SAMLResponse')}${field('RelayState')}<button>Go on</button></form>`,
      )
    })
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
    this.url = `http://${host}:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** The form that answers a request for sign-in, signed, or by somebody else's key. */
  answer(address: URL, { forged = false } = {}): { action: string; fields: { SAMLResponse: string; RelayState: string } } {
    const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest')!, 'base64')).toString()
    const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(request)![1]!
    const action = part('AssertionConsumerServiceURL')
    const xml = this.#response(part(' ID'), action, forged ? OTHER : KEY)
    return { action, fields: { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: address.searchParams.get('RelayState')! } }
  }

  #response(inResponseTo: string, destination: string, key: typeof KEY): string {
    const now = Date.now()
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
    const id = () => `_${randomBytes(16).toString('hex')}`
    const issuer = `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${this.url}</saml:Issuer>`
    const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" Version="2.0" IssueInstant="${at(0)}">${issuer}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${this.person.nameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" Recipient="${destination}" NotOnOrAfter="${at(300)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${SAML_AUDIENCE}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${this.person.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
    const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id()}" Version="2.0" IssueInstant="${at(0)}" InResponseTo="${inResponseTo}" Destination="${destination}">${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`
    return signed(signed(response, 'Assertion', key), 'Response', key)
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}

function signed(xml: string, element: 'Assertion' | 'Response', key: typeof KEY): string {
  const place = element === 'Response' ? '/*' : "//*[local-name(.)='Assertion']"
  const signature = new SignedXml({ privateKey: pem(key, 'privateKey') })
  signature.signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  signature.canonicalizationAlgorithm = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  signature.addReference({
    xpath: place,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, { location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signature.getSignedXml()
}
