/** Checks how an entity is presented in the admin: the fields that its layout, list and owner name. Tested by test/schema/presentation.test.ts. */
import { messages } from './messages.ts'
import type { Entity } from './model.ts'
import { didYouMean } from './nearest.ts'

export interface Misnomer {
  message: string
  /** Below `x-cms.admin`. */
  at: readonly (string | number)[]
  hint?: string
}

type LayoutPart = string | { row?: LayoutPart[]; section?: unknown; fields?: LayoutPart[]; tabs?: { fields: LayoutPart[] }[] }

const OF_LISTS = ['badge', 'count', 'empty', 'list', 'ownerField', 'confirmDelete']

const NOT_LOCALIZED = "remove 'localized' from the field"

export function* misnomersOf(entity: Entity): Generator<Misnomer> {
  const admin = (entity.options['admin'] ?? {}) as Readonly<Record<string, unknown>>
  if (entity.kind === 'global')
    for (const word of OF_LISTS) if (Object.hasOwn(admin, word)) yield { message: messages.notOfGlobals(word), at: [word] }
  yield* layoutNames(entity, (admin['layout'] ?? []) as LayoutPart[])
  yield* listNames(entity, admin)
}

function* layoutNames({ fields }: Entity, layout: readonly LayoutPart[]): Generator<Misnomer> {
  const known = fields.map(({ name }) => name)
  const named = new Set<string>()
  for (const { name, at } of namesIn(layout, ['layout'])) {
    if (!known.includes(name)) yield { message: messages.unknownInLayout(name), at, hint: didYouMean(name, known) }
    else if (named.has(name)) yield { message: messages.twiceInLayout(name), at }
    else if (fields.some((field) => field.name === name && field.hidden && !field.writeOnly))
      yield { message: messages.hiddenInLayout(name), at }
    named.add(name)
  }
}

function* namesIn(parts: readonly LayoutPart[], at: readonly (string | number)[]): Generator<{ name: string; at: Misnomer['at'] }> {
  for (const [index, part] of parts.entries()) {
    const here = [...at, index]
    if (typeof part === 'string') yield { name: part, at: here }
    else {
      yield* namesIn(part.row ?? [], [...here, 'row'])
      yield* namesIn(part.fields ?? [], [...here, 'fields'])
      for (const [tab, { fields }] of (part.tabs ?? []).entries()) yield* namesIn(fields, [...here, 'tabs', tab, 'fields'])
    }
  }
}

function* listNames({ slug, fields }: Entity, admin: Readonly<Record<string, unknown>>): Generator<Misnomer> {
  const relations = (to: string) => fields.filter((field) => field.to === to && !field.hasMany).map(({ name }) => name)
  const isLocalized = (of: string | undefined) => fields.some(({ name, localized }) => name === of && localized)
  const tree = (admin['list'] as { tree?: string } | undefined)?.tree
  if (tree !== undefined && !relations(slug).includes(tree))
    yield { message: messages.noTree(tree), at: ['list', 'tree'], hint: didYouMean(tree, relations(slug)) }
  else if (isLocalized(tree)) yield { message: messages.localizedTree(String(tree)), at: ['list', 'tree'], hint: NOT_LOCALIZED }
  const owner = admin['ownerField'] as string | undefined
  if (owner !== undefined && !['createdBy', ...relations('users')].includes(owner))
    yield { message: messages.noOwner(owner), at: ['ownerField'], hint: didYouMean(owner, relations('users')) }
  else if (isLocalized(owner)) yield { message: messages.localizedOwner(String(owner)), at: ['ownerField'], hint: NOT_LOCALIZED }
}
