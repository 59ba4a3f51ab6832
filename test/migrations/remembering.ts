/** A site whose schema changes, in memory: plans are made and taken as applied, and the code is remembered as in a database. And the words for its fields. */
import { afterwards } from '../../lib/migrations/afterwards.ts'
import type { Applied, MigrationFile, SchemaChange } from '../../lib/migrations/changes.ts'
import { codeAfter, codeFollowing, codeToRemember, missingCode } from '../../lib/migrations/code-memory.ts'
import { contentMoves } from '../../lib/migrations/content-moves.ts'
import { changesBetween } from '../../lib/migrations/plan.ts'
import { restoringMoves } from '../../lib/migrations/restore.ts'
import { tablesOf } from '../../lib/store/tables.ts'
import { build } from '../../schema/build.ts'

type Config = object
export const rule = { access: { read: () => false } }
const localization = { locales: ['en', 'th'], defaultLocale: 'en' }

export class Site {
  applied: Applied = { tables: [], parked: [] }
  remembered: string[] = []

  /** The parts of code that `migrate` asks for. */
  async asksFor(schema: object, files: readonly MigrationFile[] = [], restores: readonly string[] = []): Promise<string[]> {
    const { model, wanted } = await this.#model(schema)
    const restored = (applied: Applied) => restoringMoves(restores, applied)
    const code = codeAfter(this.remembered, { applied: this.applied, wanted, files, withoutConfirmed: true, restored })
    return missingCode(code, model).flatMap(({ collection, parts }) => parts.map((part) => `${collection}.${part}`))
  }

  async migrate(schema: object, extra: readonly SchemaChange[] = []): Promise<void> {
    const { model, wanted } = await this.#model(schema)
    const changes = [...changesBetween(this.applied, wanted), ...extra]
    this.remembered = codeToRemember(model, codeFollowing(this.remembered, contentMoves(this.applied, changes)))
    this.applied = afterwards(this.applied, wanted, changes)
  }

  async #model(schema: object) {
    const media = { slug: 'media', fields: [{ name: 'filename' }] }
    const model = await build({ builtIn: [media], localization, ...schema })
    return { model, wanted: tablesOf(model, undefined, 'en') }
  }
}

export const posts = (...fields: Config[]) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, ...fields] }] })
export const field = (name: string, ...more: object[]) => Object.assign({ name }, ...more)
export const was = (renamedFrom: string) => ({ renamedFrom })
export const group = (name: string, fields: Config[], ...more: object[]) => field(name, { type: 'group', fields }, ...more)
export const rows = (name: string, fields: Config[], ...more: object[]) => field(name, { type: 'array', fields }, ...more)
export const blocks = (name: string, list: Config[], ...more: object[]) => field(name, { type: 'blocks', blocks: list }, ...more)
export const text = (name: string, list: Config[], ...more: object[]) => field(name, { type: 'richText', blocks: list }, ...more)
export const block = (slug: string, fields: Config[], ...more: object[]) => Object.assign({ slug, fields }, ...more)
export const collections = (...list: object[]) => ({ collections: list })
export const called = (slug: string, ...more: object[]) => Object.assign({ slug, fields: [{ name: 'title' }] }, ...more)
