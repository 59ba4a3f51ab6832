/** `galley import`: turns the records of a file or folder into documents. A later run retries failed records and resumes. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { type Entity, wholeOf } from '../../../schema/model.ts'
import { Caller, system } from '../../actor.ts'
import type { CliCommand, Session } from '../../cli/command.ts'
import type { Operation } from '../../engine.ts'
import { badRequest, firstLineOf, GalleyError } from '../../errors.ts'
import { call } from '../../local/call.ts'
import type { Handle } from '../../local/handle.ts'
import { refuseFolder } from '../../not-a-folder.ts'
import type { Extras } from '../../operations/contract.ts'
import { checkCollection } from './collection.ts'
import { contentsOf } from './contents.ts'
import { type Companions, DocumentWriter, type Wishes } from './document.ts'
import type { Entry } from './entry.ts'
import { checkFields, type ImportOptions, languagesOf, OWN, pairs, siteIn, writtenLocale } from './import-options.ts'
import { NamesInRecords } from './names-in-records.ts'
import { type Omission, Omissions, omission } from './omissions.ts'
import { type ImportSource, SOURCES, sourceKindOf } from './sources.ts'
import { type ImportIdentity, type ImportProgress, interruptedElsewhere, Ledger, TakenOver } from './table.ts'

const MOST_LISTED = 20

export const importCommand: CliCommand = {
  usage: 'import <collection> <file>',
  description: 'Import documents from JSON Lines, CSV, a folder of Markdown, or a WordPress or Ghost export',
  options: [
    ['--from <kind>', 'jsonl, csv, markdown, wordpress or ghost (default: based on the file name)'],
    ['--map <pairs>', 'which of their fields go into which of yours, such as "headline=title,text=body"'],
    ['--key <field>', 'update documents that have the same value in this field, such as --key slug'],
    ['--set <pairs>', 'values to set in every document, such as "status=published"'],
    ['--only <pairs>', 'import only records with these values, such as "type=post"'],
    [
      '--locale <locale>',
      'the locale of localized fields; all reads an export with every locale, any other only its own values from such an export',
    ],
    ['--site <url>', 'the address of the old site, which relative URLs of pictures belong to'],
    ['--encoding <name>', 'the encoding of the file, such as latin1 (default: UTF-8, or UTF-16 with a byte order mark)'],
    ['--create-related', "create related documents that are referenced by name and don't exist yet"],
    ['--strict', 'stop before writing anything if something would be left out'],
    ['--verbose', 'list everything that is left out'],
    ['--dry-run', 'check everything without writing'],
    ['--restart', 'start from the first record, even if an earlier run got further'],
  ],
  reports: true,
  async run(session, options, slug, file) {
    const { open } = await session.project()
    const kind: string = options['from'] ?? (await sourceKindOf(file))
    const source = SOURCES[kind]
    if (!source) throw badRequest(`--from must be one of ${Object.keys(SOURCES).join(', ')}`)
    if (kind !== 'markdown') refuseFolder(file)
    const cms = await open()
    try {
      return await new Import(session, cms, slug, file, { ...options, kind }).run(kind, source)
    } finally {
      await cms.stop()
    }
  },
}

interface Place {
  /** The record's number in the file, from 1. */
  position: number
  /** An earlier run failed to import it. */
  failedBefore: boolean
  /** The progress of earlier runs. */
  before: ImportProgress
}

class Import {
  readonly #session: Session
  readonly #cms: Handle
  readonly #entity: Entity
  readonly #file: string
  readonly #documents: DocumentWriter
  readonly #key: string | undefined
  readonly #set: Record<string, string>
  readonly #only: Record<string, string>
  readonly #isDry: boolean
  readonly #isRestart: boolean
  readonly #locale: string | undefined
  readonly #encoding: string | undefined
  readonly #isStrict: boolean
  readonly #isVerbose: boolean
  readonly #omissions: Omissions
  readonly #wishes: Wishes
  readonly #names: NamesInRecords
  readonly #tally = { created: 0, updated: 0, failed: 0 }
  #ledger: Ledger | undefined

  constructor(session: Session, cms: Handle, slug: string, file: string, options: ImportOptions) {
    this.#session = session
    this.#cms = cms
    checkCollection(cms, slug)
    this.#locale = writtenLocale(cms, options.locale)
    this.#entity = this.#locale === 'all' ? wholeOf(cms.engine.entity(slug)) : cms.engine.entity(slug)
    this.#file = file
    this.#encoding = options.encoding
    this.#isDry = options.dryRun === true
    this.#isRestart = options.restart === true
    this.#key = options.key
    this.#set = pairs(options.set, '--set')
    this.#only = pairs(options.only, '--only')
    this.#isStrict = options.strict === true
    this.#isVerbose = options.verbose === true
    this.#omissions = new Omissions(this.#isVerbose ? (line) => session.say(line) : () => undefined)
    const companions: Companions = {
      mine: () => this.#claimed.mine,
      uploading: (address: string) => this.#claimed.uploading(address),
      uploaded: (address: string) => this.#ledger?.uploaded.get(address),
    }
    this.#wishes = {
      map: pairs(options.map, '--map'),
      createRelated: options.createRelated === true,
      isDry: this.#isDry,
      languages: languagesOf(cms, options),
      ...(options.site !== undefined && { site: siteIn(options.site) }),
      from: path.resolve(existsSync(file) && !path.extname(file) ? file : path.dirname(file)),
    }
    this.#documents = new DocumentWriter(cms, this.#entity, this.#wishes, companions)
    if (this.#key !== undefined) checkFields([this.#key], '--key', this.#entity, [])
    checkFields(Object.values(this.#wishes.map), '--map', this.#entity, OWN)
    const set = Object.keys(this.#set).map((name) => this.#wishes.map[name] ?? name)
    checkFields(set, '--set', this.#entity, OWN)
    this.#names = new NamesInRecords(this.#only)
  }

  async run(kind: string, source: ImportSource): Promise<object> {
    await this.#survey(source)
    if (this.#session.signal.aborted) {
      this.#session.fail('Interrupted. Nothing was imported')
      return {}
    }
    this.#ledger = this.#isDry ? undefined : await this.#opened(kind)
    if (this.#ledger?.finishedAt && this.#ledger.failed.size === 0) return this.#sayFinished(this.#ledger)
    const { signal } = this.#session
    const before = this.#ledger?.total ?? { position: 0, created: 0, updated: 0 }
    const failures: string[] = []
    let position = 0
    for await (const entry of source.read(this.#file, this.#encoding)) {
      if (signal.aborted) break
      position++
      const failedBefore = this.#ledger?.failed.has(position) ?? false
      if ((position <= before.position && !failedBefore) || !this.#isWanted(entry)) continue
      const problem = await this.#take(entry, { position, failedBefore, before })
      if (problem !== undefined) {
        this.#tally.failed++
        const failure = `${entry.where}: ${problem}`
        failures.push(failure)
        if (failures.length <= MOST_LISTED) this.#session.fail(failure)
      }
      this.#session.progress(position - before.position)
    }
    this.#session.progress()
    if (!signal.aborted) await this.#ledger?.finish(this.#now(before, position))
    if (failures.length > MOST_LISTED) this.#session.fail(`… and ${failures.length - MOST_LISTED} more`)
    const { created, updated, failed } = this.#tally
    this.#session.say(`${this.#isDry ? 'Would have created' : 'Created'} ${created}, updated ${updated}, failed ${failed}`)
    if (!signal.aborted) this.#omissions.add(path.basename(this.#file), (await source.beside?.(this.#file, this.#encoding)) ?? [])
    const hints = position === 0 ? [`${this.#file} has no records`] : this.#names.hints(this.#wishes.map, this.#only)
    for (const hint of hints) this.#session.say(pc.yellow(hint))
    const { summary } = this.#omissions
    if (summary !== undefined) this.#session.say(`Left out: ${summary}${this.#isVerbose ? '' : '. --verbose names each'}`)
    if (before.position > 0)
      this.#session.say(`With earlier runs: created ${before.created + created}, updated ${before.updated + updated}`)
    if (signal.aborted)
      this.#session.fail(
        `Interrupted after ${position} records. ${this.#isDry ? 'Nothing was written' : 'Run the same command again to go on'}`,
      )
    return {
      created,
      updated,
      failed,
      ...(failures.length > 0 && { failures }),
      ...(summary !== undefined && { leftOut: summary }),
      ...(hints.length > 0 && { hints }),
    }
  }

  /**
   * Reads the whole file once, so that a truncated file, or one with content that would be left out, is refused before anything is written.
   */
  async #survey({ read, beside }: ImportSource): Promise<void> {
    const documents = this.#isStrict && new DocumentWriter(this.#cms, this.#entity, { ...this.#wishes, createRelated: true, isDry: true })
    const omissions = new Omissions((line) => this.#session.fail(line))
    for await (const entry of read(this.#file, this.#encoding)) {
      if (this.#session.signal.aborted) return
      this.#names.note({ ...entry.values, ...this.#set })
      if (!documents || !this.#isWanted(entry)) continue
      const omitted: Omission[] = [...(entry.omitted ?? [])]
      if (entry.problem !== undefined) omitted.push(omission('unreadable record', entry.problem))
      await documents.of(this.#valuesOf(entry), (one) => omitted.push(one), entry).catch(() => undefined)
      omissions.add(entry.where, omitted)
    }
    if (!documents) return
    omissions.add(path.basename(this.#file), (await beside?.(this.#file, this.#encoding)) ?? [])
    const { summary } = omissions
    if (summary !== undefined) throw badRequest(`--strict: this would leave out ${summary}. Nothing was imported`)
  }

  /** Where this import begins: at the first record, or after the progress of earlier runs. */
  async #opened(kind: string): Promise<Ledger> {
    const { engine } = this.#cms
    const identity: ImportIdentity = {
      collection: this.#entity.slug,
      file: path.basename(this.#file),
      contents: await contentsOf(this.#file),
      kind,
      only: this.#only,
      locale: this.#locale,
    }
    if (this.#isRestart) {
      await Ledger.startOver(engine, identity)
      rmSync(this.#formerMark, { force: true })
    }
    const interrupted = await Ledger.interrupted(engine, identity)
    if (interrupted) throw interruptedElsewhere(identity.file, interrupted)
    const begin = this.#fromFormerMark()
    const claim = () => Ledger.claim(engine, identity, randomUUID(), begin)
    let ledger = await claim()
    rmSync(this.#formerMark, { force: true })
    // With a key, records are matched to existing documents, so repeating an import means updating.
    if (ledger.finishedAt && this.#key !== undefined) {
      await Ledger.startOver(engine, identity)
      ledger = await claim()
    }
    const { position } = ledger.total
    if (!ledger.finishedAt && position > 0) this.#session.say(pc.dim(`Going on after the first ${position}; --restart begins anew`))
    if (ledger.failed.size > 0) this.#session.say(pc.dim(`Trying the ${ledger.failed.size} that failed before once more`))
    return ledger
  }

  #sayFinished({ finishedAt, total: { created, updated } }: Ledger): object {
    const counts = `created ${created}, updated ${updated}`
    this.#session.say(`This file was imported already, at ${finishedAt}: ${counts}. --restart imports it once more`)
    return { created: 0, updated: 0, failed: 0, finishedAt }
  }

  /** The file in which earlier versions stored their progress. */
  get #formerMark(): string {
    return `${this.#file.replace(/\/+$/, '')}.imported`
  }

  #fromFormerMark(): ImportProgress {
    const mark = this.#formerMark
    if (!existsSync(mark)) return { position: 0, created: 0, updated: 0 }
    try {
      const { read, created, updated } = JSON.parse(readFileSync(mark, 'utf8'))
      return { position: Number(read), created: Number(created), updated: Number(updated) }
    } catch {
      throw badRequest(
        `${mark}, where an earlier version of this command remembered how far it had come, is damaged. Delete the documents that it imported, then use --restart; or use --restart with --key to update them`,
      )
    }
  }

  #isWanted({ values, problem }: Entry): boolean {
    return problem !== undefined || Object.entries(this.#only).every(([name, value]) => String(values[name]) === value)
  }

  /** Returns the error, if there is one. */
  async #take(entry: Entry, place: Place): Promise<string | undefined> {
    const { position, failedBefore, before } = place
    try {
      await this.#import(entry, place)
      return undefined
    } catch (error) {
      if (error instanceof TakenOver) throw error
      if (await this.#ledger?.has(position, failedBefore)) return undefined
      if (!failedBefore) await this.#ledger?.failedAt(this.#now(before, position), position)
      return toldOf(error as Error)
    }
  }

  async #import(entry: Entry, { position, failedBefore, before }: Place): Promise<void> {
    if (entry.problem !== undefined) throw badRequest(entry.problem)
    const omitted: Omission[] = [...(entry.omitted ?? [])]
    const { id: _, ...data } = await this.#documents.of(this.#valuesOf(entry), (one) => omitted.push(one), entry)
    if (this.#isToHide(entry)) this.#hide(data, entry, omitted)
    const known = await this.#there(data)
    if (this.#isDry) {
      await this.#attempt(known, data)
      this.#omissions.add(entry.where, omitted)
      this.#tally[known === undefined ? 'created' : 'updated']++
      return
    }
    const counted = known === undefined ? 'created' : 'updated'
    this.#tally[counted]++
    const now = this.#now(before, position)
    try {
      const { idle } = await this.#save(known, data, this.#claimed.done(now, position, failedBefore))
      if (idle) await this.#claimed.passed(now, position, failedBefore)
      this.#omissions.add(entry.where, omitted)
    } catch (error) {
      if (!(await this.#claimed.has(position, failedBefore).catch(() => false))) this.#tally[counted]--
      throw error
    }
  }

  /** A dry run has none, and writes nothing. */
  get #claimed(): Ledger {
    if (!this.#ledger) throw new Error('The import has no ledger')
    return this.#ledger
  }

  #valuesOf({ values }: Entry): Record<string, unknown> {
    return { ...values, ...this.#set }
  }

  /** Not public in the source, and no value here would say so. */
  #isToHide({ isRestricted, values }: Entry): boolean {
    if (!isRestricted || this.#set['status'] !== undefined) return false
    return values['visibility'] === 'public' || !this.#documents.takes('visibility')
  }

  /** Makes it a draft, so that an import never publishes content that was not public. */
  #hide(data: Record<string, unknown>, { values }: Entry, omitted: Omission[]): void {
    const { slug, options } = this.#entity
    if (options['drafts'] !== true)
      throw badRequest(
        `is not public where it comes from, and '${slug}' has no drafts to keep it in. Leave such records out with --only status=published,visibility=public`,
      )
    data['status'] = 'draft'
    const { visibility } = values
    if (visibility !== 'public')
      omitted.push(
        omission(`visibility '${visibility}'`, '(it became a draft)', `times the visibility '${visibility}' (they became drafts)`),
      )
  }

  /** Counts of all runs; records that failed before come before the last position read. */
  #now(before: ImportProgress, position: number): ImportProgress {
    return {
      position: Math.max(before.position, position),
      created: before.created + this.#tally.created,
      updated: before.updated + this.#tally.updated,
    }
  }

  #save(known: number | undefined, input: Record<string, unknown>, extras?: Extras): Promise<Operation> {
    const options = { input, ...(this.#locale !== undefined && { locale: this.#locale }), with: { ...extras, keepsTexts: true as const } }
    const { engine } = this.#cms
    const entity = engine.entity(this.#entity.slug)
    return known === undefined
      ? call(engine, new Caller(system), 'create', entity, options)
      : call(engine, new Caller(system), 'update', entity, { ...options, id: known })
  }

  /** Saves in a transaction that is rolled back. */
  async #attempt(known: number | undefined, data: Record<string, unknown>): Promise<void> {
    const takenBack = new Error()
    await this.#cms
      .transaction(async () => {
        await this.#save(known, data)
        throw takenBack
      })
      .catch((error) => {
        if (error !== takenBack) throw error
      })
  }

  async #there(data: Record<string, unknown>): Promise<number | undefined> {
    if (this.#key === undefined) return undefined
    const value = data[this.#key]
    if (value === undefined || value === null) return undefined
    const where = { [this.#key]: { equals: value } }
    const { docs } = await this.#cms.find(this.#entity.slug, { where, limit: 1, depth: 0, select: ['id'], draft: true, count: false })
    return docs[0]?.id
  }
}

const toldOf = (error: Error): string => (error instanceof GalleyError ? error.message : firstLineOf(error))
