/** `galley export`: the documents of a collection as JSON lines, or as CSV for spreadsheets. */

import { closeSync, createWriteStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { jsonFrom } from '../../../schema/json-file.ts'
import { type Entity, type Field, isGroup } from '../../../schema/model.ts'
import { isPlainObject, kindOf } from '../../../schema/plain-object.ts'
import { withoutMark } from '../../../schema/source.ts'
import type { CliCommand, Session } from '../../cli/command.ts'
import { badRequest, GalleyError } from '../../errors.ts'
import type { Handle } from '../../local/handle.ts'
import { at, type Doc } from '../../store/document.ts'
import { writeWhole } from '../../whole-file.ts'
import { checkCollection } from './collection.ts'

const A_PAGE = 200

export const exportCommand: CliCommand = {
  usage: 'export <collection> [file]',
  description: 'Export the documents of a collection as JSON Lines or CSV, to a file or the terminal',
  options: [
    ['--csv', 'write CSV (the default if the file name ends with .csv)'],
    ['--where <json>', 'export only matching documents, such as \'{"status":{"equals":"published"}}\''],
    ['--locale <locale>', 'the locale of localized fields; all writes every locale (default: all if there are several)'],
  ],
  async run(session, options, slug, file) {
    const { open } = await session.project()
    const quiet = { info: () => undefined, warn: session.say, error: session.fail }
    const cms = await open({ migrate: false, log: quiet, ifMissing: 'refuse' })
    try {
      checkCollection(cms, slug)
      if (options['locale'] !== undefined && !cms.engine.settings.localization)
        throw badRequest(`--locale ${options['locale']}: this configuration has no locales`)
      const isTable = options['csv'] === true || path.extname(file ?? '') === '.csv'
      const locale = options['locale'] ?? (cms.engine.settings.localization && !isTable ? 'all' : undefined)
      const { signal } = session
      const where = whereOf(options['where'])
      const isReplaced = file !== undefined && isExport(file)
      const tally = { documents: 0 }
      const docs = counting(session, all(cms, slug, where, locale), slug, tally)
      const lines = isTable ? table(cms.engine.entity(slug), docs) : jsonLines(docs)
      await session.interruptible(file === undefined ? 'The output is incomplete' : `${file} was not written`, async () => {
        if (file === undefined) return pipeline(lines, process.stdout, { end: false, signal })
        await writeWhole(file, (unfinished) => pipeline(lines, createWriteStream(unfinished), { signal }))
        session.say(`${isReplaced ? 'Replaced' : 'Wrote'} ${file}: ${tally.documents} ${tally.documents === 1 ? 'document' : 'documents'}`)
      })
    } catch (error) {
      throw error instanceof GalleyError && error.code === 'MIGRATION' ? notMigrated(error) : error
    } finally {
      await cms.stop()
    }
  },
}

/** The process has just started, so no migration can have run since. */
const notMigrated = (cause: GalleyError): GalleyError =>
  new GalleyError('MIGRATION', "The database doesn't match the schema yet, so nothing can be exported. Run:\n  npx galley migrate", {
    cause,
  })

/** Whether there is an earlier export, which is replaced. Anything else stays. */
function isExport(file: string): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false
  const begin = beginOf(file)
  if (begin !== '' && !/^(?:\{"id":|"?id"?[,;])/.test(begin))
    throw badRequest(`${file} exists already, and is not an export: choose another file name`)
  return true
}

/** A spreadsheet that saved a table may have put a byte order mark in front. */
function beginOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(10)
    return withoutMark(bytes.toString('utf8', 0, readSync(handle, bytes)))
  } finally {
    closeSync(handle)
  }
}

/** Shows how far the export has come. */
async function* counting(session: Session, docs: AsyncIterable<Doc>, slug: string, tally: { documents: number }): AsyncGenerator<Doc> {
  for await (const doc of docs) {
    session.progress(++tally.documents, slug)
    session.signal.throwIfAborted()
    yield doc
  }
  session.progress()
}

function whereOf(text: string | undefined): object | undefined {
  if (text === undefined) return undefined
  const given = jsonFrom(text, '--where', badRequest)
  if (!isPlainObject(given))
    throw badRequest(`--where must be an object, such as '{"status":{"equals":"published"}}', not ${kindOf(given)}`)
  return given
}

/** Pages by id, so that documents written during the export shift nothing. */
async function* all(cms: Handle, slug: string, given: object | undefined, locale: string | undefined): AsyncGenerator<Doc> {
  for (let after = 0; ; ) {
    const where = { and: [{ id: { gt: after } }, ...(given ? [given] : [])] }
    const options = {
      where,
      sort: 'id',
      limit: A_PAGE,
      depth: 0 as const,
      draft: true,
      count: false,
      ...(locale !== undefined && { locale }),
    }
    const { docs, hasNextPage } = await cms.find(slug, options)
    yield* docs
    const last = docs.at(-1)
    if (!last || !hasNextPage) return
    after = last.id
  }
}

async function* jsonLines(docs: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const doc of docs) yield `${JSON.stringify(doc)}\n`
}

async function* table({ fields }: Entity, docs: AsyncIterable<Doc>): AsyncGenerator<string> {
  const paths = ['id', ...pathsOf(fields), 'createdAt', 'updatedAt']
  yield `${paths.map(quoted).join(',')}\r\n`
  for await (const doc of docs) yield `${paths.map((one) => quoted(cell(at(doc, one)))).join(',')}\r\n`
}

const pathsOf = (fields: readonly Field[]): string[] =>
  fields.filter((field) => !field.hidden).flatMap((field) => (isGroup(field) ? pathsOf(field.fields) : [field.path]))

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(';')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Prefixes cells that a spreadsheet would evaluate as a formula with an apostrophe. */
const quoted = (text: string): string => `"${(/^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
