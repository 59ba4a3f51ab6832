/** Computes what a database holds after changes: applies each change to the known tables, then takes over the wanted tables. */
import { isMadeWay } from '../store/columns.ts'
import type { Outline, OutlinedBlock, OutlinedField } from '../store/outline.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { type Applied, columnOutline, type InsideChange, isInside, type Parked, type SchemaChange } from './changes.ts'
import { fieldAt, isBlock, nameIn, parentOf, renamedAt } from './inside.ts'
import { isPassing, ownName } from './moves.ts'
import type { Rename } from './slugs.ts'
import { parkedPointing, tablePointing } from './targets.ts'

export function afterwards(applied: Applied, wanted: readonly TableSpec[], changes: readonly SchemaChange[]): Applied {
  const state = new State(applied)
  for (const change of changes) state.apply(change)
  return state.wanting(wanted)
}

class State {
  #tables: TableSpec[]
  #parked: Parked[]
  readonly #renames: Rename[]

  constructor({ tables, parked, renames = [] }: Applied) {
    this.#tables = structuredClone(tables)
    this.#parked = structuredClone(parked)
    this.#renames = [...renames]
  }

  apply(change: SchemaChange): void {
    if (isInside(change)) return this.#inside(change)
    switch (change.do) {
      case 'createTable':
        this.#tables = [...this.#tables.filter(({ name }) => name !== change.table.name), structuredClone(change.table)]
        return
      case 'renameTable':
        return this.#renameTable(change.from, change.table.name)
      case 'addColumn':
        this.#columns(change.table).push(structuredClone(change.column))
        return
      case 'renameColumn':
        return this.#renameColumn(change)
      case 'convert': {
        const column = this.#column(change.table, change.column.name)
        const { name } = change.column
        this.#move(change.table, name, change.parkedAs)
        // A field's history stays with its name, not with its old values.
        const converted = withPast(structuredClone(change.column), column)
        if (column) Object.assign(column, { name: change.parkedAs })
        else this.#columns(change.table).push({ name: change.parkedAs, kind: change.from })
        this.#columns(change.table).push(converted)
        this.#parked.push({ table: change.table, column: change.parkedAs, of: name })
        return
      }
      case 'revert': {
        const { table, column, from, parkedAs } = change
        const written = this.#column(table, column.name)
        const former = this.#column(table, from)
        this.#move(table, column.name, parkedAs)
        this.#move(table, from, column.name)
        this.#forget({ table, column: from })
        if (written) Object.assign(written, { name: parkedAs })
        if (former) Object.assign(former, { name: column.name }, pastOf(written))
        this.#parked.push({ table, column: parkedAs, of: column.name })
        return
      }
      case 'park':
        this.#parked.push(placeOf(change))
        return
      case 'unpark':
        return this.#forget(placeOf(change))
      case 'drop':
        this.#forget(placeOf(change), true)
        if (change.column === undefined) this.#tables = this.#tables.filter(({ name }) => name !== change.table)
        else this.#edit(change.table, (columns) => columns.filter(({ name }) => name !== change.column))
        return
      case 'dropIndex':
        this.#tables = this.#tables.map((table) =>
          table.name === change.table ? { ...table, indexes: table.indexes.filter(({ name }) => name !== change.index) } : table,
        )
        return
      default:
        return
    }
  }

  /** The wanted tables with the history we know of them, plus the parked columns and tables that still exist. */
  wanting(wanted: readonly TableSpec[]): Applied {
    const isAway = (table: string, column?: string) =>
      this.#parked.some((one) => one.table === table && one.column === column && one.inside === undefined)
    const tables = wanted.map((table) => {
      const here = this.#tables.find(({ name }) => name === table.name)
      const columns = table.columns.map((column) =>
        withPast(
          column,
          here?.columns.find(({ name }) => name === column.name),
        ),
      )
      const away = here?.columns.filter(({ name }) => isAway(table.name, name) && !columns.some((one) => one.name === name)) ?? []
      return { ...table, ...pastOf(here), ...saidOf(here && wordsOf(here), wordsOf(table)), columns: [...columns, ...away] }
    })
    const others = this.#tables.filter(({ name }) => isAway(name) && !wanted.some((one) => one.name === name))
    return { tables: [...tables, ...others], parked: this.#parked, ...(this.#renames.length > 0 && { renames: this.#renames }) }
  }

  #renameTable(from: string, to: string): void {
    const nameOf = (table: string) => (table === from ? to : table)
    this.#tables = this.#tables
      .filter(({ name }) => name !== to)
      .map((table) => (table.name === from ? { ...table, ...withName(table, from, to), name: to } : table))
      .map((table) => tablePointing(table, nameOf))
    this.#parked = this.#parked
      .filter((one) => !(one.table === from && one.column === undefined))
      .map((one) => parkedPointing({ ...one, table: nameOf(one.table) }, nameOf))
    this.#renames.push({ from, to })
    if (isMadeWay(to)) this.#parked.push({ table: to, of: from, gaveWay: true })
    else this.#noteTaking(from, to, ({ column }) => column === undefined)
  }

  #renameColumn({ table, from, to, isParked }: Extract<SchemaChange, { do: 'renameColumn' }>): void {
    this.#edit(table, (columns) =>
      columns.map((column) => (column.name === from ? { ...column, ...withName(column, from, to), name: to } : column)),
    )
    if (isParked) this.#parked = this.#parked.map((one) => (isAt(one, { table, column: from }) ? { ...one, column: to } : one))
    else this.#forget({ table, column: from })
    this.#move(table, from, to)
    const isBeside = (one: Parked) => one.table === table && one.column !== undefined && one.inside === undefined
    this.#keepWith(from, to, isBeside)
    if (isMadeWay(to)) this.#parked.push({ table, column: to, of: from, gaveWay: true })
    else this.#noteTaking(from, to, isBeside)
  }

  /** Old values kept for a field follow its current values, even when those make way for others. */
  #keepWith(from: string, to: string, isBeside: (one: Parked) => boolean): void {
    this.#parked = this.#parked.map((one) => (isBeside(one) && one.of === from && !one.gaveWay ? { ...one, of: to } : one))
  }

  /** Records whose values took the name of the values that made way last. */
  #noteTaking(from: string, to: string, isBeside: (one: Parked) => boolean): void {
    const last = this.#parked.findLast((one) => isBeside(one) && one.gaveWay && one.of === to)
    if (last) last.replacedBy ??= ownName(from)
  }

  /** Values parked inside a column move with it. */
  #move(table: string, from: string, to: string): void {
    this.#parked = this.#parked.map((one) =>
      one.table === table && one.column === from && one.inside !== undefined ? { ...one, column: to } : one,
    )
  }

  #inside(change: InsideChange): void {
    const { table, column, inside } = change
    const place = { table, column, inside }
    if (change.do === 'parkInside') this.#parked.push({ ...place, held: change.held })
    if (change.do === 'unparkInside') {
      this.#placeAgain(place)
      this.#forget(place)
    }
    if (change.do === 'dropInside') this.#forget(place, true)
    if (change.do === 'mergeInside' && isBlock(inside)) this.#moveInside({ ...place, inside: renamedAt(inside, change.from) }, inside)
    if (change.do === 'renameInside') {
      const to = renamedAt(inside, change.to)
      const field = this.#field(place)
      const held = field ?? this.#parked.find((one) => isAt(one, place))?.held
      this.#forget(place)
      this.#moveInside(place, to)
      const isBeside = (one: Parked) =>
        one.table === table && one.column === column && one.inside !== undefined && one.inside === renamedAt(inside, nameIn(one.inside))
      this.#keepWith(nameIn(inside), change.to, isBeside)
      if (isMadeWay(change.to))
        this.#parked.push({
          ...place,
          inside: to,
          of: nameIn(inside),
          gaveWay: true,
          ...(held && { held: { ...held, kind: held.kind ?? 'json' } }),
        })
      else this.#noteTaking(nameIn(inside), change.to, isBeside)
      if (field) Object.assign(field, withName(field, nameIn(inside), change.to), { name: change.to })
    }
    if (change.do === 'revertInside') {
      const from = `${parentOf(inside)}.${change.from}`
      const to = `${parentOf(inside)}.${change.parkedAs}`
      this.#moveInside(place, to)
      this.#forget({ ...place, inside: from })
      this.#moveInside({ ...place, inside: from }, inside)
      this.#parked.push({ ...place, inside: to, of: nameIn(inside), held: change.written })
    }
    if (change.do === 'convertInside') {
      const to = `${parentOf(inside)}.${change.parkedAs}`
      this.#moveInside(place, to)
      this.#parked.push({ ...place, inside: to, of: nameIn(inside), held: change.held })
    }
  }

  /** Puts a parked field back into the outline, with its history. */
  #placeAgain(place: Required<Pick<Parked, 'table' | 'column' | 'inside'>>): void {
    const { table, column, inside } = place
    const held = this.#parked.find((one) => isAt(one, place))?.held
    const holds = this.#column(table, column)?.holds
    const above = holds && parentOf(inside) !== '' ? fieldAt(holds, parentOf(inside)) : holds
    if (!held || !above || (holds && fieldAt(holds, inside))) return
    const name = nameIn(inside)
    if (isBlock(inside)) Object.assign(above, { blocks: [...(above.blocks ?? []), { name, ...pastOf(held), fields: held.fields ?? [] }] })
    else Object.assign(above, { fields: [...(above.fields ?? []), { ...held, name }] })
  }

  #moveInside({ table, column, inside }: Required<Pick<Parked, 'table' | 'column' | 'inside'>>, to: string): void {
    this.#parked = this.#parked.map((one) =>
      one.table === table && one.column === column && one.inside !== undefined && isBelow(one.inside, inside)
        ? { ...one, inside: to + one.inside.slice(inside.length) }
        : one,
    )
  }

  /** `below`: also forgets what is parked inside it. */
  #forget(place: Pick<Parked, 'table' | 'column' | 'inside'>, withInner = false): void {
    this.#parked = this.#parked.filter((one) => !isAt(one, place) && !(withInner && isPartOf(one, place)))
  }

  #field({ table, column, inside }: Required<Pick<Parked, 'table' | 'column' | 'inside'>>): OutlinedField | undefined {
    const holds = this.#column(table, column)?.holds
    return holds && fieldAt(holds, inside)
  }

  #column(table: string, name: string): ColumnSpec | undefined {
    return this.#columns(table).find((column) => column.name === name)
  }

  #columns(table: string): ColumnSpec[] {
    return this.#tables.find(({ name }) => name === table)?.columns ?? []
  }

  #edit(table: string, edited: (columns: ColumnSpec[]) => ColumnSpec[]): void {
    this.#tables = this.#tables.map((one) => (one.name === table ? { ...one, columns: edited(one.columns) } : one))
  }
}

const placeOf = ({ table, column }: { table: string; column?: string }) => ({ table, ...(column !== undefined && { column }) })

type Place = Pick<Parked, 'table' | 'column' | 'inside'>

const isAt = (one: Parked, place: Place) => one.table === place.table && one.column === place.column && one.inside === place.inside

function isPartOf(one: Parked, { table, column, inside }: Place): boolean {
  if (one.table !== table) return false
  if (column === undefined) return true
  if (one.column !== column) return false
  return inside === undefined ? one.inside !== undefined : one.inside !== undefined && isBelow(one.inside, inside)
}

const isBelow = (inside: string, above: string) => inside.startsWith(`${above}.`) || inside.startsWith(`${above}[`)

/** The former names of a table, column or field, including the one it gives up now. */
function withName({ formerly = [] }: { formerly?: readonly string[] }, from: string, to: string): { formerly?: readonly string[] } {
  if (isPassing(from) || isMadeWay(from)) return {}
  return { formerly: [...new Set([...formerly, from])].filter((name) => name !== to) }
}

const pastOf = (one: { formerly?: readonly string[] } | undefined) => (one?.formerly?.length ? { formerly: one.formerly } : {})

interface Words {
  was?: readonly string[]
  said?: readonly string[]
}

const wordsOf = ({ was, said }: TableSpec): Words => ({ ...(was !== undefined && { was: [was] }), ...(said && { said }) })

/** Remembers `renamedFrom` values that the schema no longer has. */
function saidOf(one: Words | undefined, { was = [] }: Words): { said?: readonly string[] } {
  const said = [...new Set([...(one?.said ?? []), ...(one?.was ?? [])])].filter((name) => !was.includes(name))
  return said.length > 0 ? { said } : {}
}

function withPast(column: ColumnSpec, here: ColumnSpec | undefined): ColumnSpec {
  const { holds } = column
  return {
    ...column,
    ...pastOf(here),
    ...saidOf(here, column),
    ...(holds && { holds: outlineWithPast(holds, here && columnOutline(here)) }),
  }
}

function outlineWithPast<T extends Outline>(outline: T, here: Outline | undefined): T {
  const fields = (list: readonly OutlinedField[], known: readonly OutlinedField[] = []) =>
    list.map((field) => {
      const before = known.find(({ name }) => name === field.name)
      return { ...outlineWithPast(field, before), ...pastOf(before), ...saidOf(before, field) }
    })
  const blocks = (list: readonly OutlinedBlock[], known: readonly OutlinedBlock[] = []) =>
    list.map((block) => {
      const before = known.find(({ name }) => name === block.name)
      return { ...block, ...pastOf(before), ...saidOf(before, block), fields: fields(block.fields, before?.fields) }
    })
  return {
    ...outline,
    ...(outline.fields && { fields: fields(outline.fields, here?.fields) }),
    ...(outline.blocks && { blocks: blocks(outline.blocks, here?.blocks) }),
    ...(outline.text && { text: { blocks: blocks(outline.text.blocks, here?.text?.blocks) } }),
  }
}
