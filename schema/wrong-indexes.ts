/** Checks the `indexes` of an entity: the fields that they name, and that none is listed twice. Tested by test/schema/problems.test.ts. */
import { messages } from './messages.ts'
import { type Entity, type Field, isGroup } from './model.ts'
import { didYouMean } from './nearest.ts'
import type { Message } from './problems.ts'

interface WrongIndex {
  message: Message
  /** Below `x-cms.indexes`. */
  at: readonly number[]
  hint?: string
}

/** What every document has besides its fields. */
const SYSTEM_PATHS = ['id', 'createdAt', 'updatedAt']

export function* wrongIndexes(entity: Entity): Generator<WrongIndex> {
  const columns = new Map(withoutRows(entity.fields).map((field) => [field.path, field]))
  const lists = (entity.options['indexes'] ?? []) as string[][]
  for (const [n, paths] of lists.entries()) {
    if (lists.slice(0, n).some((other) => other.join() === paths.join()))
      yield { message: (wordFor) => messages.sameIndex(wordFor('indexes')), at: [n] }
    for (const [at, given] of paths.entries()) {
      const path = given.replace(/^-/, '')
      const field = columns.get(path)
      const isRepeated = paths.slice(0, at).some((other) => other.replace(/^-/, '') === path)
      if (isRepeated) yield { message: (wordFor) => messages.indexedTwice(wordFor('indexes'), path), at: [n, at] }
      else if (SYSTEM_PATHS.includes(path)) continue
      else if (!field) {
        const hint = didYouMean(path, [...columns.keys(), ...SYSTEM_PATHS])
        yield { message: (wordFor) => messages.noSuchField(wordFor('indexes'), path), at: [n, at], hint }
      } else if (field.hasMany || field.writeOnly || field.type.kind === 'json' || isGroup(field))
        yield { message: (wordFor) => messages.notIndexable(wordFor('indexes'), path), at: [n, at] }
    }
  }
}

/** The fields of the row itself, with the groups that hold some. */
const withoutRows = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (isGroup(field) ? [field, ...withoutRows(field.fields)] : [field]))
