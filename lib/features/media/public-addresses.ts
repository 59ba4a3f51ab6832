/** Which addresses a download may connect to. The check is on the address that the socket uses, however it was written or resolved. */
import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Reach {
  allowPrivate: boolean
}

/** Cloud metadata services hand out credentials to anything inside the network, so no setting allows them. */
const METADATA: readonly string[] = ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254']

/** The public network uses only this range; other addresses are translated, tunnelled, local or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

export function isReachable(address: string, { allowPrivate }: Reach): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = unwrapped(ipaddr.parse(address))
  if (METADATA.includes(parsed.toString())) return false
  if (allowPrivate) return true
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST))
}

/** The IPv4 address inside an IPv6 one: mapped, compatible, translated (NAT64) or tunnelled (6to4). */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const bytes = (address as ipaddr.IPv6).toByteArray()
  const isZero = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0)
  const v4 = (at: number) => new ipaddr.IPv4(bytes.slice(at, at + 4))
  const range = address.range()
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052') return v4(12)
  if (range === '6to4') return v4(2)
  return isZero(0, 12) && !isZero(12, 15) ? v4(12) : address
}

const refused = (host: string) => Object.assign(new Error(`${host} leads to no public address`), { code: 'NOT_PUBLIC' })

/** Resolves a name only to allowed addresses, so that the address that was checked is the one that is used. */
export function guardedLookup(reach: Reach): LookupFunction {
  return (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isReachable(address, reach))) return done(refused(host), '', 0)
      if (options.all) (done as (error: null, all: dns.LookupAddress[]) => void)(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** A host that is itself an address is never looked up. */
export function refuseUnreachable(hostname: string, reach: Reach): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isReachable(host, reach)) throw refused(host)
}
