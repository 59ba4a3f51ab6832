/** Where the files of a CMS lie, under which keys, and at which addresses they are found. */
import { derived } from '../../../schema/derived.ts'
import type { Settings } from '../../settings.ts'
import type { StorageAdapter } from '../../storage/contract.ts'
import { disk } from '../../storage/disk.ts'

/** Keys of private files begin so; no address of a public one can lead there. */
const PRIVATE = 'private/'

/** Where direct uploads land until they are checked. No route serves names in a folder. */
const ARRIVING = 'arriving/'

export interface Storages {
  of(key: string): StorageAdapter
  /** Each, once. */
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

/** Where readers find a file: at the storage's own address, else through the API. */
export function addressOf(settings: Settings, key: string): string {
  const own = isPrivateKey(key) ? undefined : storagesOf(settings).of(key).url?.(key)
  if (own !== undefined) return own
  const path = isPrivateKey(key) ? `/media/private/${encodeURIComponent(filenameOf(key))}` : `/media/file/${encodeURIComponent(key)}`
  return `${settings.serverURL ?? ''}${settings.routes.api}${path}`
}
