/** Types of files in words. Their texts load with the first refusal. Tested by test/admin-components/refusals.test.ts. */
import { enRefusals } from '../texts/en-refusals.ts'
import type { Key } from '../texts/texts.ts'
import type { App } from './app.ts'

/** `images` for `image/*`, `MP4` for `video/mp4`, `text files` for `text/*`. */
export function fileType(type: string, app: App): string {
  const [kind = '', format = '*'] = type.split('/')
  const key = `refusal.type.${kind}`
  if (format === '*') return Object.hasOwn(enRefusals, key) ? app.t(key as Key) : type
  return format.replace(/^x-|\+\w+$/g, '').toUpperCase()
}

/** Names the contents of a file, by the first pattern that fits its type. */
const CONTENTS: readonly [pattern: RegExp, key: Key][] = [
  [/^image\//, 'refusal.found.image'],
  [/^video\//, 'refusal.found.video'],
  [/^audio\//, 'refusal.found.audio'],
  [/^font\//, 'refusal.found.font'],
  [/^text\/(?:html|xml)$|\/xml$/, 'refusal.found.code'],
  [/^text\//, 'refusal.found.text'],
  [/download|dosexec|executable|mach-binary|x-elf|sharedlib|java-|script|apple-diskimage|msi\b|installer/, 'refusal.found.program'],
  [/zip|tar|rar|7z|compress|archive|x-xz|lzh/, 'refusal.found.archive'],
]

/** `a program` for `application/x-msdownload`, `a PDF file` for `application/pdf`. */
export function contentsIn(type: string, app: App): string {
  const [, key] = CONTENTS.find(([pattern]) => pattern.test(type)) ?? []
  if (key) return app.t(key)
  const format = type.split('/')[1] ?? ''
  return /^[a-z0-9]{2,4}$/.test(format) ? app.t('refusal.found.format', { format: format.toUpperCase() }) : app.t('refusal.found.other')
}
