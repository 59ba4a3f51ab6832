/** `galley serve --trust-proxy`: client, protocol and host come from the proxies that are trusted, and from nobody else. */
import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { behind } from '../../adapters/proxied-exchange.ts'

const requestWith = (headers: Record<string, string>) =>
  ({
    url: '/api/cms/posts',
    headers: { host: 'inside:3000', ...headers },
    socket: { remoteAddress: '10.0.0.1' },
  }) as unknown as IncomingMessage

describe('http/proxied', () => {
  const clientOf = (proxies: number, headers: Record<string, string>) => {
    const { protocol, host, ip } = behind(proxies)(requestWith(headers), '/', '')
    return [protocol, host, ip]
  }
  const ALL = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'site.example', 'x-forwarded-for': '203.0.113.9' }
  const forged = { ...ALL, 'x-forwarded-for': '1.2.3.4, 203.0.113.9', 'x-forwarded-host': 'evil.example, site.example' }
  const CASES: [title: string, proxies: number, headers: Record<string, string>, expected: string[]][] = [
    ['trusts nobody without it', 0, ALL, ['http', 'inside:3000', '10.0.0.1']],
    ['takes what the proxy forwards', 1, ALL, ['https', 'site.example', '203.0.113.9']],
    ['ignores what the client wrote before it', 1, forged, ['https', 'site.example', '203.0.113.9']],
    [
      'counts proxies from the inside',
      2,
      { ...ALL, 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.0.0.2' },
      ['https', 'site.example', '203.0.113.9'],
    ],
    ['uses the connection if nothing is forwarded', 1, {}, ['http', 'inside:3000', '10.0.0.1']],
    ['refuses a host that is none', 1, { 'x-forwarded-host': 'a/b' }, ['http', 'unknown.invalid', '10.0.0.1']],
  ]
  for (const [title, proxies, headers, expected] of CASES)
    it(title, () => {
      expect(clientOf(proxies, headers)).to.deep.equal(expected)
    })
})
