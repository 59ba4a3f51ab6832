/** What an older and a newer process make of a document, said as simply as possible: the model that the game of `two-models.test.ts` is held against. */

export type Process = 'older' | 'newer'

/** A field of the newer schema. */
export interface Shape {
  name: string
  type: 'text' | 'group' | 'array' | 'blocks'
  /** Only the newer process knows it. */
  isLate: boolean
  fields?: Shape[]
  blocks?: BlockShape[]
}

export interface BlockShape {
  slug: string
  isLate: boolean
  fields: Shape[]
}

/** A key that is missing: nobody who knows it has said anything. */
export type Content = Record<string, any>

const knows = (process: Process, one: { isLate: boolean }) => process === 'newer' || !one.isLate

/** The schema as one of them has it. */
export const known = (process: Process, shapes: readonly Shape[]): any[] =>
  shapes
    .filter((one) => knows(process, one))
    .map(({ name, type, fields, blocks }) => ({
      name,
      type,
      ...(fields && { fields: known(process, fields) }),
      ...(blocks && {
        blocks: blocks.filter((one) => knows(process, one)).map(({ slug, fields }) => ({ slug, fields: known(process, fields) })),
      }),
    }))

export const fieldsOf = (shape: Shape, row: Content): Shape[] =>
  shape.fields ?? shape.blocks!.find(({ slug }) => slug === row['blockType'])!.fields

const sees = (process: Process, shape: Shape, row: Content) =>
  !shape.blocks || knows(process, shape.blocks.find(({ slug }) => slug === row['blockType'])!)

/** What a process shows. */
export function shown(process: Process, shapes: readonly Shape[], content: Content = {}): Content {
  return Object.fromEntries(
    shapes.filter((one) => knows(process, one)).map((one) => [one.name, shownValue(process, one, content[one.name])]),
  )
}

function shownValue(process: Process, shape: Shape, value: any): unknown {
  if (shape.type === 'text') return value ?? null
  if (shape.type === 'group') return shown(process, shape.fields!, value)
  return (value ?? [])
    .filter((row: Content) => sees(process, shape, row))
    .map((row: Content) => ({ ...headOf(row), ...shown(process, fieldsOf(shape, row), row) }))
}

const headOf = ({ id, blockType }: Content) => ({ id, ...(blockType && { blockType }) })

/** Whoever writes a value says something of all that it knows in it. */
function filled(process: Process, shape: Shape, value: any): any {
  if (shape.type === 'text') return value ?? null
  if (shape.type === 'group') return filledRow(process, shape.fields!, value ?? {})
  return (value ?? []).map((row: Content) => (sees(process, shape, row) ? filledRow(process, fieldsOf(shape, row), row) : row))
}

const filledRow = (process: Process, shapes: readonly Shape[], row: Content): Content => ({
  ...row,
  ...Object.fromEntries(shapes.filter((one) => knows(process, one)).map((one) => [one.name, filled(process, one, row[one.name])])),
})

/** Content over another one, column by column. */
export function over(shapes: readonly Shape[], content: Content | undefined, base: Content): Content {
  const all: Content = { ...base, ...content }
  for (const { name, type, fields } of shapes)
    if (type === 'group' && content?.[name] && base[name]) all[name] = over(fields!, content[name], base[name])
  return all
}

/** A change over `before`. `unknown`: where columns come from that the process does not know. */
export function changed(process: Process, shapes: readonly Shape[], given: Content, before: Content, unknown: Content): Content {
  const after: Content = {}
  for (const shape of shapes) {
    const { name } = shape
    if (!knows(process, shape)) {
      if (name in unknown) after[name] = unknown[name]
    } else if (shape.type === 'group')
      after[name] = changed(process, shape.fields!, given[name] ?? {}, before[name] ?? {}, unknown[name] ?? {})
    else
      after[name] =
        given[name] === undefined ? filled(process, shape, before[name]) : changedValue(process, shape, given[name], before[name])
  }
  return after
}

function changedValue(process: Process, shape: Shape, given: any, before: any): unknown {
  if (shape.type === 'text') return given ?? null
  if (shape.type === 'group') return changedRow(process, shape.fields!, given ?? {}, before)
  const rows = (given ?? []).map((row: Content) => changedRow(process, fieldsOf(shape, row), row, sameRow(before, row)))
  return withUnseen(process, shape, rows, before ?? [])
}

const sameRow = (rows: Content[] | undefined, { id, blockType }: Content) =>
  rows?.find((one) => one['id'] === id && one['blockType'] === blockType)

function changedRow(process: Process, shapes: readonly Shape[], given: Content, before: Content | undefined): Content {
  const after = headOf(given) as Content
  for (const shape of shapes) {
    if (knows(process, shape)) after[shape.name] = changedValue(process, shape, given[shape.name], before?.[shape.name])
    else if (before && shape.name in before) after[shape.name] = before[shape.name]
  }
  return after
}

/** Blocks that the process can't see stay behind the nearest row before them that is still there. */
function withUnseen(process: Process, shape: Shape, rows: Content[], before: readonly Content[]): Content[] {
  const after = [...rows]
  for (const [index, row] of before.entries()) {
    if (sees(process, shape, row) || after.some(({ id }) => id === row['id'])) continue
    const anchor = before.slice(0, index).findLast((one) => sees(process, shape, one) && rows.some(({ id }) => id === one['id']))
    let at = anchor ? after.findIndex(({ id }) => id === anchor['id']) + 1 : 0
    while (after[at] && !sees(process, shape, after[at]!)) at++
    after.splice(at, 0, row)
  }
  return after
}

/** A version over `before`: what it says nothing of stays. `unknown` as for a change. */
export function restored(process: Process, shapes: readonly Shape[], version: Content, before: Content, unknown: Content): Content {
  const after: Content = {}
  for (const shape of shapes) {
    const { name } = shape
    if (!knows(process, shape)) {
      const from = name in version ? version : unknown
      if (name in from) after[name] = from[name]
    } else if (shape.type === 'group')
      after[name] = restored(process, shape.fields!, version[name] ?? {}, before[name] ?? {}, unknown[name] ?? {})
    else after[name] = filled(process, shape, name in version ? restoredValue(process, shape, version[name], before[name]) : before[name])
  }
  return after
}

function restoredValue(process: Process, shape: Shape, version: any, before: any): unknown {
  if (shape.type === 'text') return version ?? null
  if (shape.type === 'group') return restoredRow(process, shape.fields!, version ?? {}, before)
  const visible = (version ?? []).filter((row: Content) => sees(process, shape, row))
  const rows = visible.map((row: Content) => restoredRow(process, fieldsOf(shape, row), row, sameRow(before, row)))
  return withUnseen(process, shape, withUnseen(process, shape, rows, version ?? []), before ?? [])
}

function restoredRow(process: Process, shapes: readonly Shape[], version: Content, before: Content | undefined): Content {
  const after = headOf(version) as Content
  for (const shape of shapes) {
    const { name } = shape
    if (name in version) after[name] = knows(process, shape) ? restoredValue(process, shape, version[name], before?.[name]) : version[name]
    else if (before && name in before) after[name] = before[name]
  }
  return after
}

/** A document with drafts and versions. */
export class Document {
  readonly #shapes: readonly Shape[]
  live: Content
  isLive: boolean
  pending: Content | undefined
  /** The oldest first. */
  readonly versions: Content[] = []

  constructor(shapes: readonly Shape[], process: Process, given: Content, isLive: boolean) {
    this.#shapes = shapes
    this.live = changed(process, shapes, given, {}, {})
    this.isLive = isLive
    this.versions.push(this.live)
  }

  /** What editors see. */
  get draft(): Content {
    return over(this.#shapes, this.pending, this.live)
  }

  save(process: Process, given: Content, isPublished: boolean): void {
    const make = (unknown: Content) => changed(process, this.#shapes, given, this.draft, unknown)
    this.#keep(make, isPublished || !this.isLive, isPublished)
  }

  unpublish(process: Process): void {
    if (!this.isLive) return
    this.#keep((unknown) => changed(process, this.#shapes, {}, this.draft, unknown), true, false)
  }

  discard(): void {
    this.pending = undefined
  }

  /** The last save said what is live already: nothing waits, and it made no version. */
  wasDiscarded(): void {
    this.versions.pop()
    this.pending = undefined
  }

  restore(process: Process, version: number): void {
    const make = (unknown: Content) => restored(process, this.#shapes, this.versions[version]!, this.draft, unknown)
    this.#keep(make, !this.isLive, false)
  }

  /** Drafts and versions hold of unknown columns only what was said before; the columns of the row stay. */
  #keep(make: (unknown: Content) => Content, isRow: boolean, isPublished: boolean): void {
    const aside = make(this.pending ?? {})
    if (isRow) {
      this.live = make(this.draft)
      this.isLive = isPublished
      this.pending = undefined
    } else this.pending = aside
    this.versions.push(aside)
  }
}
