/** Migrations as files: the plan's SQL for one dialect, next to a snapshot of the tables that it leads to. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { jsonFrom } from '../../schema/json-file.ts'
import { GalleyError } from '../errors.ts'
import type { Dialect } from '../store/contract.ts'
import type { TableSpec } from '../store/tables.ts'
import { afterwards } from './afterwards.ts'
import { type Applied, type MigrationFile, riskOf, type SchemaChange } from './changes.ts'
import { isApart } from './concurrent-indexes.ts'
import { statementsFor } from './ddl.ts'
import { isCarried } from './making.ts'
import { NOTHING, outlined } from './model-table.ts'
import { changesBetween } from './plan.ts'
import { describeChange } from './words.ts'

const BETWEEN = '\n-- galley: next\n'
const WITHOUT = /^-- galley: without the code (.*)$/gm
const CARRY = /^-- galley: carry (.*)$/m

/** The part of a file that is about code, not tables. */
export interface CodeOfFile {
  /** The code that is there. */
  code?: readonly string[]
  /** The code that may be missing where the file is applied. */
  withoutCode?: readonly string[]
}

export async function migrationFiles(
  folder: string,
  name: string,
  wanted: readonly TableSpec[],
  at: Date,
  applied: Applied,
  dialect: Dialect,
  { code, withoutCode = [] }: CodeOfFile = {},
): Promise<{ file: string; changes: SchemaChange[] } | undefined> {
  const last = await latest(folder, dialect.name)
  const before = last ? { ...last, tables: outlined(last.tables, applied.tables) } : firstBefore(applied, wanted)
  const changes = changesBetween(before, wanted)
  if (changes.length === 0 && withoutCode.length === 0) return undefined
  // The table may be large in the database that the file is applied to.
  if (dialect.concurrent)
    for (const change of changes)
      if (change.do === 'addIndex' && !change.index.where && isApart(change, changes)) change.concurrently = 'first'
  const base = path.join(folder, `${await nextStamp(folder, at)}_${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`)
  const parts = [...withoutCode.map((part) => `-- galley: without the code ${part}`), ...changes.map((change) => printed(change, dialect))]
  await mkdir(folder, { recursive: true })
  await writeFile(`${base}.${dialect.name}.sql`, `${parts.join(BETWEEN)}\n`)
  await writeFile(`${base}.${dialect.name}.json`, `${JSON.stringify({ ...afterwards(before, wanted, changes), code }, null, 2)}\n`)
  return { file: `${base}.${dialect.name}.sql`, changes }
}

/** Files are applied in the order of their names, so a new one comes after all that are there, even if another was made in the same second. */
async function nextStamp(folder: string, at: Date): Promise<string> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const last = names
    .flatMap((name) => /^\d{14}(?=_)/.exec(name) ?? [])
    .sort()
    .at(-1)
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(last ?? '') ?? []
  const after = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + 1000
  return stampOf(after > at.getTime() ? new Date(after) : at)
}

const stampOf = (at: Date): string => at.toISOString().replace(/[-:T]/g, '').slice(0, 14)

/** The first file leads from the database to the schema. Development may have made all of it already: then the file is for other databases, from nothing. */
const firstBefore = (applied: Applied, wanted: readonly TableSpec[]): Applied =>
  changesBetween(applied, wanted).length > 0 ? applied : NOTHING

function printed(change: SchemaChange, dialect: Dialect): string {
  const head = `-- ${riskOf(change)}: ${describeChange(change)}`
  const carried = isCarried(change) ? [`-- galley: carry ${JSON.stringify(change)}`] : []
  return [`${head}\n${statementsFor(change, dialect).join(BETWEEN)}`, ...carried].join(BETWEEN)
}

export async function readMigrations(folder: string, dialect: string): Promise<MigrationFile[]> {
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith(`.${dialect}.sql`)).sort()
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  // Git may have changed its line ends.
  const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  const snapshot = path.join(folder, name.replace(/\.sql$/, '.json'))
  if (!existsSync(snapshot))
    throw new GalleyError('MIGRATION', `The snapshot of the migration ${name} is missing: ${path.basename(snapshot)}`)
  const steps = text.split(BETWEEN.trim()).flatMap((part) => {
    const [, carried] = CARRY.exec(part) ?? []
    if (carried !== undefined) return [parsed(inPlace(text, carried), name)]
    return part.replace(/^\s*--.*$/gm, '').trim() === '' ? [] : [part.trim()]
  })
  const { code, ...after } = parsed(await readFile(snapshot, 'utf8'), path.basename(snapshot))
  return {
    name: name.replace(/\.[a-z]+\.sql$/, ''),
    hash: sha256(text),
    steps,
    after,
    withoutCode: [...text.matchAll(WITHOUT)].map(([, part = '']) => part.trim()),
    ...(code && { code }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the files are written by `migrate:create`
function parsed(text: string, file: string): any {
  return jsonFrom(
    text,
    `migrations/${file}`,
    (problem) => new GalleyError('MIGRATION', `${problem}\nRestore this file, or create it again`),
  )
}

/** A part of a text with blanks in front of it, so that the line of a mistake is that of the file. */
const inPlace = (text: string, part: string): string => text.slice(0, text.indexOf(part)).replace(/[^\n]/g, ' ') + part

async function latest(folder: string, dialect: string): Promise<Applied | undefined> {
  return (await readMigrations(folder, dialect)).at(-1)?.after
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
