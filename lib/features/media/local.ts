/** Files from code: uploads, replacements, and links to private ones. */
import { objectOf } from '../../local/acting.ts'
import type { MembersOf } from '../../local/members.ts'
import type { ChangeOptions, FileLinks, Read, ReadOptions, Registered, Types, Write } from '../../local/types.ts'
import type { FileSource } from '../../storage/contract.ts'
import { replaceFile, upload, uploadFromURL } from './doors.ts'
import { signedURL } from './private-files.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** A file → a document of `media`: a path, or a name and its content. Every limit of uploads holds. */
    upload(file: FileSource, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
    /** The same for a file behind an address, as far as `upload.fromURL` admits its host. */
    uploadFromURL(url: string, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
    /** Puts another file in place of a document's own; its id stays, its address is a new one. */
    replaceFile(id: number | string, file: FileSource, options?: ChangeOptions): Promise<Read<T, 'media'>>
    /** Addresses at which whoever has them gets a private file, for `expiresIn` seconds. */
    signedURL(id: number | string, options?: { expiresIn?: number }): Promise<FileLinks>
  }
}

export const local: MembersOf<'upload' | 'uploadFromURL' | 'replaceFile' | 'signedURL'> = {
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
