/** What the suites about files share: a place for files that is empty, a started CMS with people, and a look at what lies there. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { disk } from '../../../adapters/disk.ts'
import type { Config } from '../../../lib/config.ts'
import type { StorageAdapter } from '../../../lib/storage/contract.ts'
import { Browser, MovedClock, makeUser } from '../../harness/people.ts'
import { type S3Server, startS3 } from '../../harness/s3-server.ts'
import { type Database, end, type Host, type Started, start } from '../../harness/start.ts'

export interface Place extends Started {
  admin: Browser
  visitor: Browser
  storage: StorageAdapter
  clock: MovedClock
  /** The keys of all files that lie in the storage. */
  lying(): Promise<string[]>
  /** Rows of files that no document claims. */
  waiting(): Promise<Record<string, any>[]>
  count(slug?: string): Promise<number>
  done(): Promise<void>
}

type Upload = NonNullable<Config['upload']>

export const STORAGES = ['disk', 'S3'] as const

export async function startPlace(
  host: Host,
  database: Database,
  { upload = {}, ...config }: Partial<Config> = {},
  kind: (typeof STORAGES)[number] = 'disk',
): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-files-'))
  let server: S3Server | undefined
  if (kind === 'S3') server = await startS3()
  const storage = upload.storage ?? server?.storage() ?? disk({ dir: folder })
  const clock = new MovedClock()
  const started = await start(host, database, { clock, ...config, upload: { storage, ...upload } as Upload })
  const { cms, listener } = started
  await makeUser(cms, 'admin@x.org', { role: 'admin' })
  const { store } = cms.engine
  const { dialect } = store
  return {
    ...started,
    clock,
    storage,
    admin: await new Browser(listener).login('admin@x.org'),
    visitor: new Browser(listener),
    async lying() {
      const keys: string[] = []
      for await (const { key } of storage.list!('')) keys.push(key)
      return keys.sort()
    },
    waiting: () => store.read(dialect.native(`select * from ${dialect.table('$files')} order by ${dialect.quote('id')}`), [], true),
    count: (slug = 'media') => cms.count(slug),
    async done() {
      await end(cms)
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Nothing that a test sent has left a trace, and the next upload works. */
export async function expectNothingLeft(place: Place): Promise<void> {
  expect(await place.count()).to.equal(0)
  expect(await place.lying()).to.deep.equal([])
  expect(await place.waiting()).to.deep.equal([])
  expect(spooled()).to.deep.equal([])
}

/** Files under way beside the storage, of this process. */
export function spooled(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(`galley-upload-${process.pid}-`))
    .flatMap((name) => readdirSync(path.join(tmpdir(), name)))
}

export const keyOf = (url: string): string => decodeURIComponent(url.replace(/^.*\/media\/(file\/)?/, '').replace(/\?.*$/, ''))
