/** The names of generated types: one for each content type and each kind of row, never the same twice. Tested by test/types/names.test.ts. */
import type { Entity, Model } from './model.ts'

/** The endings of the types of one content type. */
const OF_CONTENT = ['', 'Input', 'InHooks', 'Where', 'OwnWhere', 'Sort', 'OwnSort', 'ContentType']
const OF_ROWS = ['', 'Input', 'InHooks']

/** Names that the file itself uses, or types of your own fields: its parameter, and those that TypeScript has everywhere. */
const TYPESCRIPT = [
  ...['R', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit', 'Record', 'Exclude', 'Extract', 'NonNullable', 'NoInfer', 'Awaited'],
  ...['Array', 'ReadonlyArray', 'Object', 'Function', 'String', 'Number', 'Boolean', 'Symbol', 'Date', 'Promise', 'Map', 'Set', 'Error'],
]

export class TypeNames {
  readonly #taken = new Set<string>(TYPESCRIPT)
  readonly #content = new Map<Entity, string>()
  readonly #rows = new Map<string, string>()

  constructor(model: Model) {
    const entities = [...model.entities.values()].sort((a, b) => rank(a) - rank(b) || a.slug.length - b.slug.length)
    for (const entity of entities) {
      const { title, slug, kind } = entity
      const other = kind === 'global' ? 'Global' : 'Collection'
      this.#content.set(entity, this.#take([title, pascalCase(slug), title + other], OF_CONTENT))
    }
  }

  of(entity: Entity): string {
    // biome-ignore lint/style/noNonNullAssertion: every content type of the model has a name
    return this.#content.get(entity)!
  }

  /** `body.quote` of posts → `PostBodyQuote`. */
  ofRows(entity: Entity, path: string): string {
    const key = `${entity.kind} ${entity.slug} ${path}`
    const name = this.#rows.get(key) ?? this.#take([this.of(entity) + pascalCase(path)], OF_ROWS)
    this.#rows.set(key, name)
    return name
  }

  #take(candidates: readonly string[], ends: readonly string[]): string {
    const names = [...new Set(candidates.map(asName))]
    const isFree = (name: string) => ends.every((end) => !this.#taken.has(name + end))
    let name = names.find(isFree)
    for (let number = 2; name === undefined; number++) name = names.map((one) => `${one}${number}`).find(isFree)
    for (const end of ends) this.#taken.add(name + end)
    return name
  }
}

/** Shorter names first: `users` keeps `User` and `UserInput`, whatever else is called `user-inputs`. */
const rank = ({ kind, title }: Entity) => 2 * asName(title).length + (kind === 'collection' ? 0 : 1)
const pascalCase = (path: string) =>
  path
    .split(/[._-]+/)
    .map(capital)
    .join('')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** As json-schema-to-typescript spells it: without digits at the start, and with a capital behind digits and underscores. */
const asName = (text: string): string =>
  capital(
    text
      .replace(/^\d+/, '')
      .replace(/^_[a-z]/, (start) => start.toUpperCase())
      .replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase())
      .replace(/(?<=\d)[a-z]/g, (letter) => letter.toUpperCase()),
  ) || 'Content'
