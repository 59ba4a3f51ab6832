/** Where files are kept: what a storage must be able to do. Keys are relative paths such as `cat-1a2b3c4d.jpg`, made by us, never by a request. */
import type { Readable } from 'node:stream'

export interface StorageAdapter {
  name: string
  /** Keeps the whole file or nothing of it. */
  put(key: string, content: Readable, about: { size: number; mimeType: string }): Promise<void>
  /** The file, or the bytes from `start` to `end`, both included; `null` when there is none. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  /** No mistake where there is none. */
  delete(key: string): Promise<void>
  /** Everything whose key begins so, for the search for files that nobody needs. */
  list?(prefix: string): AsyncIterable<ListedFile>
  /** A public address, where files are to be fetched from the storage itself instead of through the API. */
  url?(key: string): string | undefined
  /** Copies a file within the storage. Without it, direct uploads of video and audio are read and written once more. */
  copy?(from: string, to: string): Promise<void>
  /** A signed request with which a browser may send one file straight to the storage. */
  uploadURL?(key: string, about: { size: number; mimeType: string; expiresIn: number }): Promise<DirectUpload>
}

export interface ByteRange {
  start?: number
  end?: number
}

export interface StoredFile {
  stream: Readable
  /** Of the whole file, where it is known. */
  size?: number
}

export interface ListedFile {
  key: string
  size?: number
  changedAt?: Date
}

export interface DirectUpload {
  url: string
  method: string
  headers: Record<string, string>
}

/** A file of the Local API: its path, or a name and its content. */
export type FileSource = string | { filename: string; content: Uint8Array | Blob | Readable }
