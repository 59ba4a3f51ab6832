/** The Local API of files: uploads, replacements and links to private ones. */
import type { FileSource } from '../storage/contract.ts'
import { objectOf } from './acting.ts'
import { LocalEditorial } from './editorial.ts'
import type { ChangeOptions, FileLinks, Read, ReadOptions, Types, Write } from './types.ts'

export abstract class LocalFiles<T extends Types> extends LocalEditorial<T> {
  async upload(file: FileSource, data: Partial<Write<T, 'media'>> = {}, options: ReadOptions = {}): Promise<Read<T, 'media'>> {
    return objectOf(await this.does('upload', file, data, { ...this.given, ...options }))
  }

  async uploadFromURL(url: string, data: Partial<Write<T, 'media'>> = {}, options: ReadOptions = {}): Promise<Read<T, 'media'>> {
    return objectOf(await this.does('uploadFromURL', url, data, { ...this.given, ...options }))
  }

  async replaceFile(id: number | string, file: FileSource, options: ChangeOptions = {}): Promise<Read<T, 'media'>> {
    return objectOf(await this.does('replaceFile', this.at('media', id), file, { ...this.given, ...options }))
  }

  async signedURL(id: number | string, options: { expiresIn?: number } = {}): Promise<FileLinks> {
    return this.does('signedURL', this.at('media', id), options)
  }
}
