/** The text of an imported file. A file in an unexpected encoding is refused, because its characters would be damaged silently. */
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { TextDecoder } from 'node:util'
import { badRequest } from '../../errors.ts'

/** Byte order marks. */
const MARKS: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

const LONGEST_MARK = 3

const LINE_ENDS: Record<string, Buffer> = { 'utf-16le': Buffer.from([0x0a, 0]), 'utf-16be': Buffer.from([0, 0x0a]) }
const LINE_END = Buffer.from([0x0a])

export async function textOf(file: string, encoding?: string): Promise<string> {
  let text = ''
  for await (const block of blocksOf(file, encoding)) text += block
  return text
}

/** `isEnded`: whether a line end follows, which only the last line can lack. */
export async function* linesOf(file: string, encoding?: string): AsyncGenerator<{ line: string; isEnded: boolean }> {
  for await (const block of blocksOf(file, encoding)) {
    const lines = block.split(/\r\n?|\n/)
    const last = lines.pop()
    for (const line of lines) yield { line, isEnded: true }
    if (last) yield { line: last, isEnded: false }
  }
}

/** Decoded text in blocks that end at a line end, except for the last one. */
export async function* blocksOf(file: string, encoding?: string): AsyncGenerator<string> {
  const begin = await beginOf(file)
  const decoder = new Decoder(file, begin, encoding)
  let kept: Buffer[] = []
  for await (const chunk of createReadStream(file, { start: decoder.markLength(begin) }) as AsyncIterable<Buffer>) {
    kept.push(chunk)
    if (!chunk.includes(LINE_END)) continue
    const bytes = Buffer.concat(kept)
    const end = decoder.endOfLines(bytes)
    if (end > 0) yield decoder.decode(bytes.subarray(0, end))
    kept = [bytes.subarray(end)]
  }
  const rest = Buffer.concat(kept)
  if (rest.length > 0) yield decoder.decode(rest)
}

async function beginOf(file: string): Promise<Buffer> {
  const chunks: Buffer[] = await createReadStream(file, { end: LONGEST_MARK - 1 }).toArray()
  return Buffer.concat(chunks)
}

class Decoder {
  readonly #file: string
  readonly #isNamed: boolean
  readonly #text: TextDecoder
  readonly #lineEnd: Buffer
  #lines = 0

  constructor(file: string, begin: Buffer, named: string | undefined) {
    this.#file = file
    this.#isNamed = named !== undefined
    this.#text = decoderOf(named ?? MARKS.find(([, mark]) => begin.subarray(0, mark.length).equals(mark))?.[0] ?? 'utf-8')
    this.#lineEnd = LINE_ENDS[this.#text.encoding] ?? LINE_END
  }

  markLength(begin: Buffer): number {
    const mark = MARKS.find(([encoding]) => encoding === this.#text.encoding)?.[1]
    return mark && begin.subarray(0, mark.length).equals(mark) ? mark.length : 0
  }

  /** The position after the last line end. */
  endOfLines(bytes: Buffer): number {
    const { length } = this.#lineEnd
    let at = bytes.lastIndexOf(this.#lineEnd)
    while (at % length > 0) at = bytes.lastIndexOf(this.#lineEnd, at - 1)
    return at < 0 ? 0 : at + length
  }

  decode(block: Buffer): string {
    const text = this.#decoded(block)
    if (text === undefined || text.includes('\0')) throw this.#refusal(block)
    this.#lines += text.split('\n').length - 1
    return text
  }

  #decoded(bytes: Buffer): string | undefined {
    try {
      return this.#text.decode(bytes)
    } catch {
      return undefined
    }
  }

  #refusal(block: Buffer): Error {
    let line = this.#lines + 1
    for (let from = 0; from < block.length; line++) {
      const end = this.#endOfLine(block, from)
      const text = this.#decoded(block.subarray(from, end))
      if (text === undefined) return this.#notValid(line)
      if (text.includes('\0')) return this.#holdsNul(line)
      from = end
    }
    return this.#notValid(line)
  }

  #endOfLine(block: Buffer, from: number): number {
    const { length } = this.#lineEnd
    let at = block.indexOf(this.#lineEnd, from)
    while (at % length > 0) at = block.indexOf(this.#lineEnd, at + 1)
    return at < 0 ? block.length : at + length
  }

  #notValid(line: number): Error {
    const encoding = this.#text.encoding.toUpperCase()
    const toDo = this.#isNamed
      ? 'Give its encoding with --encoding'
      : 'Save it as UTF-8, or give its encoding, such as --encoding latin1 or --encoding windows-1252'
    return badRequest(`'${path.basename(this.#file)}' is not ${encoding}: line ${line} has bytes that are not text in it. ${toDo}`)
  }

  #holdsNul(line: number): Error {
    const toDo = 'If it is UTF-16, use --encoding utf-16le; otherwise remove it'
    return badRequest(`'${path.basename(this.#file)}' has the character NUL in line ${line}, which can't be stored. ${toDo}`)
  }
}

/** The byte order mark is skipped by hand: a decoder would strip one at the start of every block. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  } catch {
    throw badRequest(`--encoding: '${encoding}' is not known here. Known are utf-8, utf-16le, latin1, windows-1252, shift_jis and others`)
  }
}
