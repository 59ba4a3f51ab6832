/** `galley import`: records of a file or a folder become documents, one after another. What fails is told and can be tried again; what broke off goes on where it was. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { type Entity, wholeOf } from '../../../schema/model.ts'
import type { CliCommand, Session } from '../../cli/session.ts'
import { badRequest, GalleyError } from '../../errors.ts'
import type { Cms } from '../../local/handle.ts'
import { Documents } from './document.ts'
import { bar } from './progress.ts'
import { type Entry, kindOf, SOURCES } from './sources.ts'

const TOLD = 20

interface Tally {
  created: number
  updated: number
  failed: number
  /** How many were read, so that a second run knows where to go on. */
  read: number
}

export const importCommand: CliCommand = {
  usage: 'import <collection> <file>',
  description: 'Read documents from JSON lines, CSV, a folder of Markdown, or an export of WordPress or Ghost',
  options: [
    ['--from <kind>', 'jsonl, csv, markdown, wordpress or ghost (default: by the name)'],
    ['--map <pairs>', 'their names for ours, such as "headline=title,text=body"'],
    ['--key <field>', 'what is there with the same value is updated, such as --key slug'],
    ['--set <pairs>', 'values for all of them, such as "status=published"'],
    ['--only <pairs>', 'only records that say so, such as "type=post"'],
    ['--locale <locale>', 'of localized fields; all reads an export with every locale'],
    ['--create-related', 'make what a name points to, and is not there'],
    ['--dry-run', 'try everything, and write nothing'],
    ['--restart', 'begin anew where an earlier run broke off'],
  ],
  async run(session, options, slug, file) {
    const { open } = await session.config()
    const kind = options['from'] ?? (await kindOf(file!))
    if (!SOURCES[kind]) throw badRequest(`--from must be one of ${Object.keys(SOURCES).join(', ')}`)
    const cms = await open()
    try {
      await new Import(session, cms, slug!, file!, options).run(kind)
    } finally {
      await cms.stop()
    }
  },
}

class Import {
  readonly #session: Session
  readonly #cms: Cms
  readonly #entity: Entity
  readonly #file: string
  readonly #documents: Documents
  readonly #key: string | undefined
  readonly #set: Record<string, string>
  readonly #only: Record<string, string>
  readonly #isDry: boolean
  readonly #locale: string | undefined
  readonly #tally: Tally = { created: 0, updated: 0, failed: 0, read: 0 }
  /** Where an earlier run stopped. */
  readonly #mark: string

  constructor(session: Session, cms: Cms, slug: string, file: string, options: Record<string, any>) {
    this.#session = session
    this.#cms = cms
    const entity = cms.engine.model.collections.get(slug)
    if (!entity || entity.internal) throw badRequest(`There is no collection '${slug}'`)
    this.#locale = localeOf(cms, options['locale'])
    this.#entity = this.#locale === 'all' ? wholeOf(cms.engine.entity(slug)) : cms.engine.entity(slug)
    this.#file = file
    this.#isDry = options['dryRun'] === true
    this.#key = options['key']
    this.#set = pairs(options['set'], '--set')
    this.#only = pairs(options['only'], '--only')
    this.#documents = new Documents(cms, this.#entity, {
      map: pairs(options['map'], '--map'),
      createRelated: options['createRelated'] === true,
      isDry: this.#isDry,
      from: path.resolve(existsSync(file) && !path.extname(file) ? file : path.dirname(file)),
    })
    if (this.#key !== undefined && !this.#entity.fields.some(({ name }) => name === this.#key))
      throw badRequest(`--key: '${slug}' has no field '${this.#key}'`)
    this.#mark = `${file.replace(/\/+$/, '')}.imported`
    if (options['restart']) rmSync(this.#mark, { force: true })
  }

  async run(kind: string): Promise<void> {
    const done = this.#isDry || !existsSync(this.#mark) ? 0 : (JSON.parse(readFileSync(this.#mark, 'utf8')) as Tally).read
    if (done > 0) this.#session.say(pc.dim(`Going on behind the first ${done}; --restart begins anew`))
    const progress = bar()
    const failures: string[] = []
    for await (const entry of SOURCES[kind]!.read(this.#file)) {
      this.#tally.read++
      if (this.#tally.read <= done || !this.#isWanted(entry)) continue
      const problem = await this.#take(entry).catch((error: Error) => toldOf(error))
      if (problem !== undefined) {
        this.#tally.failed++
        failures.push(`${entry.where}: ${problem}`)
        if (failures.length <= TOLD) this.#session.fail(failures.at(-1)!)
      }
      if (!this.#isDry) writeFileSync(this.#mark, JSON.stringify(this.#tally))
      progress(this.#tally.read - done)
    }
    progress()
    if (!this.#isDry) rmSync(this.#mark, { force: true })
    if (failures.length > TOLD) this.#session.fail(`… and ${failures.length - TOLD} more`)
    const { created, updated, failed } = this.#tally
    this.#session.say(`${this.#isDry ? 'Would have created' : 'Created'} ${created}, updated ${updated}, failed ${failed}`)
  }

  #isWanted({ values, problem }: Entry): boolean {
    return problem !== undefined || Object.entries(this.#only).every(([name, value]) => String(values[name]) === value)
  }

  /** What is wrong with it, if anything is. */
  async #take({ values, problem }: Entry): Promise<string | undefined> {
    if (problem !== undefined) return problem
    const { id: _, ...data } = await this.#documents.of({ ...values, ...this.#set })
    const known = await this.#there(data)
    if (this.#isDry) await this.#attempt(known, data)
    else await this.#save(this.#cms, known, data)
    this.#tally[known === undefined ? 'created' : 'updated']++
    return undefined
  }

  async #save(cms: Cms, known: number | undefined, data: Record<string, any>): Promise<unknown> {
    const { slug } = this.#entity
    const options = this.#locale === undefined ? {} : { locale: this.#locale }
    return known === undefined ? cms.create(slug, data, options) : cms.update(slug, known, data, options)
  }

  /** In a transaction that is taken back. */
  async #attempt(known: number | undefined, data: Record<string, any>): Promise<void> {
    const takenBack = new Error()
    await this.#cms
      .transaction(async (cms) => {
        await this.#save(cms as Cms, known, data)
        throw takenBack
      })
      .catch((error) => {
        if (error !== takenBack) throw error
      })
  }

  async #there(data: Record<string, any>): Promise<number | undefined> {
    const value = this.#key === undefined ? undefined : data[this.#key]
    if (value === undefined || value === null) return undefined
    const where = { [this.#key!]: { equals: value } }
    const { docs } = await this.#cms.find(this.#entity.slug, { where, limit: 1, depth: 0, select: ['id'], draft: true, count: false })
    return docs[0]?.id
  }
}

function localeOf({ engine }: Cms, given: string | undefined): string | undefined {
  const known = engine.settings.localization?.locales
  if (given === undefined || (known && (given === 'all' || known.includes(given)))) return given
  throw badRequest(known ? `--locale must be all or one of ${known.join(', ')}` : '--locale: there are no locales in this configuration')
}

const toldOf = (error: Error): string => (error instanceof GalleyError ? error.message : error.message.split('\n')[0]!)

/** `a=b,c=d` */
function pairs(text: string | undefined, flag: string): Record<string, string> {
  if (text === undefined) return {}
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name, value] = pair.split(/=(.*)/s)
      if (!name?.trim() || value === undefined) throw badRequest(`${flag} takes pairs such as "a=b,c=d"; '${pair}' is none`)
      return [name.trim(), value.trim()]
    }),
  )
}
