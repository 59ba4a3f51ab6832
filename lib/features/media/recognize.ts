/** Contents → type. Names and headers are not trusted; only among plain text kinds does the name decide. */
import { open } from 'node:fs/promises'
import { kindOfExtension, kindOfType, TEXTS } from '../../storage/kinds.ts'
import type { Spool } from './spool.ts'

export interface Recognized {
  mimeType: string
  extension: string
}

const XML = 'application/xml'

export async function recognize(spool: Spool, originalName: string): Promise<Recognized | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(spool.path).catch(() => undefined)
  if (await isUtf16(spool)) return undefined
  if (detected && detected.mime !== XML) return { mimeType: detected.mime, extension: kindOfType(detected.mime)?.extension ?? detected.ext }
  if (!(await isText(spool))) return undefined
  if (await isSvg(spool)) return { mimeType: 'image/svg+xml', extension: 'svg' }
  if (detected) return { mimeType: XML, extension: 'xml' }
  const named = /\.([a-z0-9]+)$/i.exec(originalName)?.[1]?.toLowerCase() ?? ''
  // biome-ignore lint/style/noNonNullAssertion: the table has all of these
  const kind = kindOfExtension(TEXTS.includes(named) ? named : named === 'htm' ? 'html' : 'txt')!
  return { mimeType: kind.mimeType, extension: kind.extension }
}

/** UTF-16 text begins like an audio file. Only UTF-8 text is accepted, so that drawings are recognized. */
async function isUtf16(spool: Spool): Promise<boolean> {
  const [first, second, third, fourth] = await bytesAtHead(spool)
  return (first === 0xff && second === 0xfe && fourth === 0) || (first === 0xfe && second === 0xff && third === 0)
}

/** Valid UTF-8 without control characters that never occur in text. */
async function isText(spool: Spool): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of spool.read()) {
      if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(decoder.decode(chunk as Buffer, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** What may precede the first element: how each begins and ends. */
const BEFORE: readonly [begin: string, end: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
]

const HEAD = 16 * 1024

/** The first element is `svg`, after the declaration, comments and document type. */
async function isSvg(spool: Spool): Promise<boolean> {
  let rest = (await head(spool)).trimStart()
  for (;;) {
    const skipped = BEFORE.find(([begin]) => rest.startsWith(begin))
    if (!skipped) return /^<(?:\w{1,20}:)?svg[\s>/]/.test(rest)
    const inner = skipped[0] === '<!DOCTYPE' && /^[^>]*\[/.test(rest) ? rest.indexOf(']') : 0
    const end = inner < 0 ? -1 : rest.indexOf(skipped[1], inner)
    if (end < 0) return false
    rest = rest.slice(end + skipped[1].length).trimStart()
  }
}

/** Entities can refer to files and URLs, or expand without end; no drawing needs them. */
export async function declaresEntities(spool: Spool): Promise<boolean> {
  let before = ''
  for await (const chunk of spool.read()) {
    const text = before + (chunk as Buffer).toString('latin1')
    if (/<!ENTITY/i.test(text)) return true
    before = text.slice(-16)
  }
  return false
}

const head = async (spool: Spool): Promise<string> => (await bytesAtHead(spool)).toString('utf8').replace(/^\uFEFF/, '')

async function bytesAtHead(spool: Spool): Promise<Buffer> {
  const file = await open(spool.path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
