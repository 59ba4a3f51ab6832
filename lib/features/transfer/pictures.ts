/** Where the pictures of an imported text are: at a URL, in a folder next to the imported file, or inside the text itself. */
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileSource } from '../../storage/contract.ts'

export interface PictureSource {
  /** Identifies the file, so that it is uploaded once. */
  address: string
  /** A URL, or what `upload` takes. */
  from: { url: string } | { file: FileSource }
}

/** The folders that hold pictures: that of the record, and that of the import, which no path may leave. */
export interface PictureFolders {
  own: string
  root: string
}

/** `site` is the address that relative URLs belong to. Undefined if the picture doesn't exist. */
export async function pictureAt(address: string, site: string | undefined, folders: PictureFolders): Promise<PictureSource | undefined> {
  if (/^data:/i.test(address)) return embedded(address)
  const near = await fileAt(address, folders)
  if (near) return { address: near, from: { file: near } }
  const url = /^https?:/i.test(address) ? address : URL.canParse(address, site) ? new URL(address, site).href : ''
  return /^https?:/i.test(url) ? { address: url, from: { url } } : undefined
}

function embedded(address: string): PictureSource | undefined {
  const [, type, data] = /^data:image\/([\w+.-]+);base64,([\s\S]*)$/i.exec(address) ?? []
  if (!type || !data) return undefined
  const content = Buffer.from(data, 'base64')
  const hash = createHash('sha256').update(content).digest('hex')
  return { address: `data:${hash}`, from: { file: { filename: `picture.${type.split(/\W/, 1)[0]}`, content } } }
}

/** A text of another system must not upload any file of this machine, so links out of the folder don't count. */
async function fileAt(address: string, { own, root }: PictureFolders): Promise<string | undefined> {
  if (/^[a-z][\w+.-]*:|^\/\//i.test(address)) return undefined
  const name = decoded(address.split(/[?#]/, 1)[0] ?? '')
  const inside = await realpath(root).catch(() => root)
  for (const folder of [own, root]) {
    const file = await realpath(path.join(folder, name)).catch(() => undefined)
    if (file?.startsWith(inside + path.sep) && (await stat(file)).isFile()) return file
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
