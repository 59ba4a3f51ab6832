/** Where files are stored, under which keys, and at which URLs they are served. */
import { derived } from '../../../schema/derived.ts'
import { apiPath } from '../../public-paths.ts'
import type { Settings } from '../../settings.ts'
import type { StorageAdapter } from '../../storage/contract.ts'
import { disk } from '../../storage/disk.ts'

/** Prefix of the keys of private files; no URL of a public file can reach them. */
const PRIVATE = 'private/'

/** Prefix of direct uploads until they are checked. No route serves names in a folder. */
const ARRIVING = 'arriving/'

export interface Storages {
  of(key: string): StorageAdapter
  /** Each storage once. */
  all: readonly StorageAdapter[]
}

export const storagesOf = derived(({ upload }: Settings): Storages => {
  const { storage = disk({ dir: upload.dir }), privateStorage = storage } = upload
  return { of: (key) => (isPrivateKey(key) ? privateStorage : storage), all: [...new Set([storage, privateStorage])] }
})

export const keyOf = (filename: string, isPrivate: boolean): string => (isPrivate ? PRIVATE : '') + filename

export const arrivingName = (filename: string): string => ARRIVING + filename

export const isPrivateKey = (key: string): boolean => key.startsWith(PRIVATE)

export const filenameOf = (key: string): string => (isPrivateKey(key) ? key.slice(PRIVATE.length) : key)

/** The URL of a file: the storage's own, otherwise one of the API. */
export function addressOf(settings: Settings, key: string): string {
  const own = isPrivateKey(key) ? undefined : storagesOf(settings).of(key).url?.(key)
  if (own !== undefined) return own
  const path = isPrivateKey(key) ? `/media/private/${encodeURIComponent(filenameOf(key))}` : `/media/file/${encodeURIComponent(key)}`
  return `${settings.serverURL ?? ''}${apiPath(settings)}${path}`
}
