/** Says what to do about a database that can't be opened. Tested by test/messages.test.ts. */
import { GalleyError } from '../../lib/errors.ts'

const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT']

export function explained(error: Error & { code?: string }, url: string): Error {
  const { host, username, pathname } = new URL(url)
  const at = host || 'the local socket'
  const { code = '' } = error
  if (AWAY.includes(code))
    return unusable(`Postgres at ${at} can't be reached (${code}): is it running, and is the host in 'url' right?`, error)
  if (['28P01', '28000'].includes(code))
    return unusable(`Postgres at ${at} refuses the user '${decodeURIComponent(username)}': check the user and the password in 'url'`, error)
  if (code === '3D000')
    return unusable(`Postgres at ${at} has no database '${pathname.slice(1)}': create it, or choose another one in 'url'`, error)
  return error
}

const unusable = (message: string, cause: Error) => new GalleyError('CONFIG', message, { cause })
