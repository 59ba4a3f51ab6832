/** Files in the Local API: uploads, replacements, and links to private files. */
import { objectOf } from '../../local/bound-handle.ts'
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import type { AnyGiven, Changed, FieldOf, LocaleOf, Write } from '../../local/read-as.ts'
import type { ChangeOptions, FileLinks, ReadOptions } from '../../local/types.ts'
import type { Depth, Registered, Types } from '../../register.ts'
import type { FileSource } from '../../storage/contract.ts'
import { replaceFile, upload, uploadFromURL } from './doors.ts'
import { signedURL } from './private-files.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Uploads a file, given as a path or as a name and content. Returns its `media` document. All upload limits apply. */
    upload<F extends FieldOf<T, 'media'> = FieldOf<T, 'media'>, D extends Depth = 1, L extends LocaleOf<T> = never, O = object>(
      file: FileSource,
      data?: NoInfer<Partial<Write<T, 'media', L>>>,
      options?: ReadOptions<F, D, boolean, L> & AnyGiven<O>,
    ): Promise<Changed<T, 'media', O, D, L>>
    /** The same for a file at a URL whose host `upload.fromURL` allows. */
    uploadFromURL<F extends FieldOf<T, 'media'> = FieldOf<T, 'media'>, D extends Depth = 1, L extends LocaleOf<T> = never, O = object>(
      url: string,
      data?: NoInfer<Partial<Write<T, 'media', L>>>,
      options?: ReadOptions<F, D, boolean, L> & AnyGiven<O>,
    ): Promise<Changed<T, 'media', O, D, L>>
    /** Replaces a document's file; its id stays, its URL changes. */
    replaceFile<F extends FieldOf<T, 'media'> = FieldOf<T, 'media'>, D extends Depth = 1, L extends LocaleOf<T> = never, O = object>(
      id: number | string,
      file: FileSource,
      options?: ChangeOptions<F, D, L> & AnyGiven<O>,
    ): Promise<Changed<T, 'media', O, D, L>>
    /** URLs that give anyone who has them access to a private file, for `expiresIn` seconds. */
    signedURL(id: number | string, options?: { expiresIn?: number | undefined }): Promise<FileLinks>
  }
}

export const mediaMethods: MembersOf<'upload' | 'uploadFromURL' | 'replaceFile' | 'signedURL'> = {
  async upload(file, data = {}, options) {
    return objectOf(await this.does(upload, file, data, this.optionsWith(options)))
  },

  async uploadFromURL(url, data = {}, options) {
    return objectOf(await this.does(uploadFromURL, url, data, this.optionsWith(options)))
  },

  async replaceFile(id, file, options) {
    return objectOf(await this.does(replaceFile, this.at('media', id), file, this.changeOptionsWith(options)))
  },

  async signedURL(id, options = {}) {
    takesOnly(options, ['expiresIn'])
    return this.does(signedURL, this.at('media', id), options)
  },
}
