/** The key of a request. Unlike a dead session, a wrong key is an error: a script must hear of it. */
import type { Identity, User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { digest } from '../../auth/tokens.ts'
import { GalleyError } from '../../errors.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Cms } from '../../local/handle.ts'
import type { Engine } from '../../operations/operation.ts'

/** How often the last use is written, in seconds. */
const MARKED = 60

export function fromRequest({ headers }: Exchange, { engine }: Cms): undefined | Promise<Identity> {
  if (!engine.settings.apiKeys) return undefined
  const key = /^Bearer +(cms_\S*) *$/i.exec(headers.authorization ?? '')?.[1]
  return key === undefined ? undefined : identify(key, engine)
}

async function identify(key: string, engine: Engine): Promise<Identity> {
  const { store, settings, documents } = engine
  const { table, quote: q, native } = store.dialect
  const keys = engine.entity('api-keys')
  const [row] = await store.read(
    native(`select * from ${table(keys.slug)} where ${q('hash')} = ?`),
    [digest(settings.secret, 'key', key)],
    true,
  )
  const doc = row && documents.decode(keys, row)
  const now = settings.clock.now().toISOString()
  const owner = doc?.['user'] ? await userById(engine, doc['user']) : undefined
  const isOver = typeof doc?.['expiresAt'] === 'string' && doc['expiresAt'] <= now
  if (!row || !doc || isOver || owner?.['active'] !== true)
    throw new GalleyError('UNAUTHENTICATED', 'This API key is wrong, has expired or was revoked')
  void mark(engine, row['id'], doc['lastUsedAt'])
  return { user: owner as User, key: { id: row['id'], permissions: doc['permissions'] ?? {} } }
}

/** Not a change of the document: its revision and its hooks have nothing to do with it. */
async function mark({ store, settings }: Engine, id: number, last: string | null): Promise<void> {
  const now = settings.clock.now()
  if (last !== null && now.getTime() - Date.parse(last) < MARKED * 1000) return
  const { table, quote: q, native } = store.dialect
  try {
    await store.atomically((connection) =>
      connection.all(native(`update ${table('api-keys')} set ${q('lastUsedAt')} = ? where ${q('id')} = ?`), [now.toISOString(), id]),
    )
  } catch (error) {
    settings.log.warn('the last use of an API key could not be noted', { error: (error as Error).message })
  }
}
