/** File changes as data: shown first, written all or none, and described so that they can be undone. Tested by test/cli/init.test.ts. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { refuseFolder } from '../../not-a-folder.ts'
import { inShell } from '../in-shell.ts'
import { fileProblem } from '../message-of.ts'

export interface FileEdit {
  /** Relative to the folder. */
  file: string
  /** Undefined if the file does not exist. */
  before: string | undefined
  after: string
  /** Masked on screen, in case somebody is watching. */
  isSecret?: boolean
}

export const changeOf = (folder: string, file: string, text: (before: string) => string, more: Partial<FileEdit> = {}): FileEdit => {
  const full = path.join(folder, file)
  refuseFolder(full, fromHere(file, folder))
  const before = existsSync(full) ? readFileSync(full, 'utf8') : undefined
  return { file, before, after: text(before ?? ''), ...more }
}

/** Appends lines to the existing text, which end like its own. */
export function appended(before: string, lines: readonly string[]): string {
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  return lines.length === 0 ? before : `${before}${before === '' || before.endsWith('\n') ? '' : end}${lines.join(end)}${end}`
}

export const isOne = ({ before, after }: FileEdit): boolean => before !== after

/** Shows new files in full, and for changed files only the new lines with one line before. */
export function previewOf({ file, before, after, isSecret }: FileEdit): string {
  const lines = after.replace(/\n$/, '').split('\n')
  const added = (line: string) => pc.green(`+ ${isSecret ? line.replace(/=.*/, '=…') : line}`)
  if (before === undefined) return [pc.bold(`${file}  (new)`), ...lines.map(added)].join('\n')
  const known = before.split('\n')
  const out: string[] = [pc.bold(file)]
  let at = 0
  for (const [index, line] of lines.entries()) {
    if (known[at] === line) {
      at++
      continue
    }
    if (index > 0 && known[at - 1] === lines[index - 1]) out.push(pc.dim(`  ${isSecret ? '…' : lines[index - 1]}`))
    out.push(added(line))
  }
  return out.join('\n')
}

/** Writes every file or none: each is first written next to its destination, and if one fails, those already in place are reverted. */
export function writeFiles(folder: string, changes: readonly FileEdit[]): void {
  const beside = changes.map((change) => ({
    ...change,
    full: path.join(folder, change.file),
    part: path.join(folder, `${change.file}.galley-new`),
  }))
  const done: typeof beside = []
  const made: string[] = []
  const parts: string[] = []
  try {
    for (const { full, part, after } of beside) {
      const first = mkdirSync(path.dirname(full), { recursive: true })
      if (first !== undefined) made.push(first)
      writeFileSync(part, after)
      parts.push(part)
    }
    for (const one of beside) {
      renameSync(one.part, one.full)
      done.push(one)
    }
  } catch (error) {
    for (const part of parts) rmSync(part, { force: true })
    for (const { full, before } of done) before === undefined ? rmSync(full, { force: true }) : writeFileSync(full, before)
    for (const one of made.reverse()) rmSync(one, { recursive: true, force: true })
    throw new Error(`Nothing was written: ${fileProblem(error as Error) ?? (error as Error).message}`, { cause: error })
  }
}

export const removing = (files: readonly string[], folder: string): string[] =>
  files.length > 0 ? [`rm ${files.map((file) => inShell(fromHere(file, folder))).join(' ')}`] : []

/** The commands that undo it all, for the user to read and type where they are. */
export function undo(changes: readonly FileEdit[], folder: string): string[] {
  const fresh = changes.filter(({ before }) => before === undefined).map(({ file }) => file)
  return [
    ...removing(fresh, folder),
    ...changes.flatMap(({ file, before, after }) => {
      if (before === undefined) return []
      const known = before.split('\n')
      const added = after.split('\n').filter((line) => !known.includes(line)).length
      return `remove the ${added} new line${added === 1 ? '' : 's'} from ${fromHere(file, folder)}`
    }),
  ]
}

/** How to name a file in the working directory. */
export function fromHere(file: string, folder: string): string {
  const [full, shown] = [path.join(folder, file), path.relative(process.cwd(), path.join(folder, file))]
  return shown.startsWith('..') ? full : shown
}
