/** Says what to do about a database that can't be opened. Tested by test/store/opened-postgres.test.ts. */
import { GalleyError } from '../../lib/errors.ts'

const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT']

/** Also while a server starts or stops. */
export const isUnreachable = ({ code = '' }: { code?: string }): boolean => AWAY.includes(code) || /^57P0/.test(code)

const UNKNOWN_CERTIFICATES = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

/** Texts of all languages need it. */
export function refuseEncoding(encoding: unknown, url: string): void {
  if (encoding === 'UTF8') return
  const { host, pathname } = new URL(url)
  const name = pathname.slice(1)
  throw unusable(
    `The database '${name}' at ${host || 'the local socket'} has the encoding ${encoding}, which can't hold every language. Create one with: create database ${name} encoding 'UTF8' template template0`,
  )
}

export function explained(error: Error & { code?: string }, url: string): Error {
  const { host, username, pathname } = new URL(url)
  const at = host || 'the local socket'
  const { code = '' } = error
  if (isUnreachable(error))
    return unusable(`Postgres at ${at} can't be reached (${code}): is it running, and is the host in 'url' right?`, error)
  if (/does not support SSL/.test(error.message))
    return unusable(`Postgres at ${at} has no TLS: switch it on there, or leave 'sslmode' out of 'url'`, error)
  if (/no encryption/.test(error.message))
    return unusable(`Postgres at ${at} only accepts connections with TLS: add '?sslmode=verify-full' to 'url'`, error)
  if (UNKNOWN_CERTIFICATES.includes(code))
    return unusable(
      `The certificate of Postgres at ${at} can't be verified (${code}): add '&sslrootcert=/path/to/ca.pem' to 'url', with the certificate of its authority`,
      error,
    )
  if (['28P01', '28000'].includes(code))
    return unusable(`Postgres at ${at} refuses the user '${decodeURIComponent(username)}': check the user and the password in 'url'`, error)
  if (code === '3D000')
    return unusable(`Postgres at ${at} has no database '${pathname.slice(1)}': create it, or choose another one in 'url'`, error)
  return error
}

const unusable = (message: string, cause?: Error) => new GalleyError('CONFIG', message, { cause })
