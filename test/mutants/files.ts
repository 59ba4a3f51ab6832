/** Faults in files: what is fetched from addresses, and what is served. */
import type { Mutant } from './mutant.ts'

const LINKS = ['test/features/media/links.test.ts']
const ADDRESSES = 'lib/features/media/public-addresses.ts'

export const fileMutants: readonly Mutant[] = [
  {
    name: 'ssrf-redirect',
    file: 'lib/features/media/remote.ts',
    before: "checked(URL.canParse(location, address.href) ? new URL(location, address).href : '', limits)",
    after: 'new URL(location, address)',
    tests: LINKS,
    grep: 'follows a redirect to no host',
    why: 'A listed host could lead the download to any other host.',
  },
  {
    name: 'ssrf-metadata',
    file: ADDRESSES,
    before: '  if (METADATA.includes(parsed.toString())) return false\n',
    after: '  void METADATA\n',
    tests: LINKS,
    why: 'Where private networks are allowed, the credentials of the cloud could be read.',
  },
  {
    name: 'ssrf-range',
    file: ADDRESSES,
    before: "parsed.range() === 'unicast' && ",
    after: '',
    tests: LINKS,
    why: 'Downloads could reach the private network.',
  },
  {
    name: 'ssrf-unwrapped',
    file: ADDRESSES,
    before: "  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052') return v4(12)\n",
    after: '',
    tests: LINKS,
    why: 'Private addresses could be reached in their IPv6 spelling.',
  },
  {
    name: 'ssrf-literal',
    file: ADDRESSES,
    before: 'if (isIP(host) !== 0 && !isReachable(host, reach)) throw',
    after: "if (isIP(host) !== 0 && host === '') throw",
    tests: LINKS,
    why: 'A private address that is written as numbers is never looked up, so it would be reached.',
  },
  {
    name: 'ssrf-lookup',
    file: ADDRESSES,
    before: 'addresses.some(({ address }) => !isReachable(address, reach))',
    after: "addresses.some(({ address }) => address === '')",
    tests: LINKS,
    grep: 'looks at the address that a name leads to',
    why: 'A name that resolves to a private address would be reached.',
  },
  {
    name: 'svg-by-wildcard',
    file: 'lib/features/media/accepted.ts',
    before: ' && mimeType !== SVG',
    after: '',
    tests: ['test/features/media/corpus.test.ts'],
    grep: 'does not take SVG for one of image',
    why: 'A site that accepts `image/*` would accept files that can hold scripts.',
  },
  {
    name: 'svg-inline',
    file: 'lib/storage/kinds.ts',
    before: 'image/svg+xml            download  svg',
    after: 'image/svg+xml            inline    svg',
    tests: ['test/features/media/uploads.test.ts'],
    grep: 'serves what could run as a download',
    why: 'An uploaded SVG could run scripts in the name of the site.',
  },
]
