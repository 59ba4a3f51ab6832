/** Files in the Local API: uploads, replacements, and links to private files. */
import { objectOf } from '../../local/bound-handle.ts'
import type { MembersOf } from '../../local/members.ts'
import type { ChangeOptions, FileLinks, Read, ReadOptions, Registered, Types, Write } from '../../local/types.ts'
import type { FileSource } from '../../storage/contract.ts'
import { replaceFile, upload, uploadFromURL } from './doors.ts'
import { signedURL } from './private-files.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Uploads a file, given as a path or as a name and content. Returns its `media` document. All upload limits apply. */
    upload(file: FileSource, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
    /** The same for a file at a URL whose host `upload.fromURL` allows. */
    uploadFromURL(url: string, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
    /** Replaces a document's file; its id stays, its URL changes. */
    replaceFile(id: number | string, file: FileSource, options?: ChangeOptions): Promise<Read<T, 'media'>>
    /** URLs that give anyone who has them access to a private file, for `expiresIn` seconds. */
    signedURL(id: number | string, options?: { expiresIn?: number }): Promise<FileLinks>
  }
}

export const mediaMethods: MembersOf<'upload' | 'uploadFromURL' | 'replaceFile' | 'signedURL'> = {
  async upload(file, data = {}, options = {}) {
    return objectOf(await this.does(upload, file, data, { ...this.given, ...options }))
  },

  async uploadFromURL(url, data = {}, options = {}) {
    return objectOf(await this.does(uploadFromURL, url, data, { ...this.given, ...options }))
  },

  async replaceFile(id, file, options = {}) {
    return objectOf(await this.does(replaceFile, this.at('media', id), file, { ...this.given, ...options }))
  },

  async signedURL(id, options = {}) {
    return this.does(signedURL, this.at('media', id), options)
  },
}
