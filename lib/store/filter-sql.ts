/** Turns a filter into SQL. Names come only from the model, and every value is bound. Tested by test/features/localized-rows.test.ts. */
import type { Kind } from '../../schema/model.ts'
import type { Filter, InnerStep, PathStep, StepPath, Test } from '../query/filter.ts'
import { REFERENCES } from './columns.ts'
import type { Dialect, ValuesInside } from './contract.ts'
import type { Inside } from './index-spec.ts'

/** SQL with `?`; the values are those of `shapeOf`, in its order. With a time check, the statement can stop wherever it reads rows. */
export function filterSql(filter: Filter, dialect: Dialect, alias = 't', timeCheck?: Dialect['timeCheck']): string {
  const printer = new FilterPrinter(dialect, timeCheck)
  return printer.inTime(alias) + printer.print(filter, alias)
}

/** The expression that a list is sorted by; a hop becomes a scalar sub-query. */
export function sortSql(path: readonly PathStep[], kind: Kind, dialect: Dialect, alias = 't'): string {
  return new FilterPrinter(dialect).scalarOf(path, kind, alias)
}

/** The values inside a column's JSON: the parts of a select. A value of another type than expected is left out. */
export const valuesInside = (json: string, { path, kind }: Inside, dialect: Dialect): ValuesInside =>
  new FilterPrinter({ ...dialect, ...dialect.inside.reading }).valuesOf(json, path, kind)

/** A column as readers see it: if it is empty, the value of its fallback. Indexes use exactly the same expression. */
export function visibleColumn(column: string, fallback: string, kind: Kind, dialect: Dialect): string {
  if (kind === 'text') return `coalesce(nullif(${column}, ''), ${fallback})`
  if (kind !== 'json') return `coalesce(${column}, ${fallback})`
  return `case when ${column} is null or ${dialect.emptyList(column)} then ${fallback} else ${column} end`
}

const COMPARISONS: Record<Exclude<Test, 'in' | 'like' | 'parts' | 'filled'>, string> = {
  equals: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** A position on a path: a value of the row, or JSON. */
interface Here {
  alias: string
  sql: string
  json: boolean
}

class FilterPrinter {
  readonly dialect: Dialect
  readonly #timeCheck: Dialect['timeCheck']
  #aliases = 0

  constructor(dialect: Dialect, timeCheck?: Dialect['timeCheck']) {
    this.dialect = dialect
    this.#timeCheck = timeCheck
  }

  /** The time check that precedes the conditions on a table's rows. */
  inTime(alias: string): string {
    return this.timeChecked(`${alias}.${this.dialect.quote('id')}`)
  }

  private timeChecked(id: string): string {
    return this.#timeCheck ? `${this.#timeCheck(id)} and ` : ''
  }

  /** The values inside a column, as the parts of a select. */
  valuesOf(json: string, path: readonly InnerStep[], kind: Kind): ValuesInside {
    let here: Here = { alias: '', sql: json, json: true }
    const from: string[] = []
    const conditions: string[] = []
    for (const step of path) {
      if (step.is === 'key') here = this.key(step, here)
      else {
        const inner = this.fresh()
        from.push(this.dialect.each(here.sql, inner))
        here = { alias: '', sql: `${inner}.value`, json: true }
        conditions.push(this.among(step.blocks, here))
      }
    }
    const value = this.value(here, kind)
    return { value, from: from.join(', '), where: `${conditions.join('')}${value} is not null` }
  }

  print(filter: Filter, alias: string): string {
    switch (filter.is) {
      case 'all':
        return '1 = 1'
      case 'none':
        return '1 = 0'
      case 'and':
      case 'or':
        return `(${filter.of.map((one) => this.print(one, alias)).join(` ${filter.is} `)})`
      case 'not':
        return this.opposite(filter.of, alias)
      case 'test':
        return this.along(filter.path, { alias, sql: '', json: false }, (here) => this.test(here, filter.kind, filter.test, filter.path))
    }
  }

  /** In SQL, NOT NULL is NULL, but the opposite of a filter must include empty values. */
  private opposite(filter: Filter, alias: string): string {
    if (filter.is === 'test' && filter.test === 'equals') {
      const [step, ...rest] = filter.path
      if (rest.length === 0 && step.is === 'column') {
        const column = this.column(alias, step)
        return `(${column} <> ? or ${column} is null)`
      }
    }
    return `not coalesce(${this.print(filter, alias)}, ${this.dialect.never})`
  }

  scalarOf(path: readonly PathStep[], kind: Kind, alias: string): string {
    let from = ''
    let here: Here = { alias, sql: '', json: false }
    const wheres: string[] = []
    for (const step of path) {
      if (step.is === 'hop') {
        const inner = this.fresh()
        from += `${from ? ', ' : ''}${this.dialect.table(step.entity.slug)} ${inner}`
        wheres.push(`${inner}.${this.dialect.quote('id')} = ${this.value(here, 'id')}`, this.print(step.rule, inner))
        here = { alias: inner, sql: '', json: false }
      } else here = this.step(step, here)
    }
    const value = this.value(here, kind)
    return from === '' ? value : `(select ${value} from ${from} where ${wheres.join(' and ')})`
  }

  /** Follows the path from a row; where it branches, at least one element must match. */
  private along(path: readonly PathStep[], here: Here, leaf: (here: Here) => string): string {
    const [step, ...rest] = path
    if (!step) return leaf(here)
    const inner = this.fresh()
    const id = this.dialect.quote('id')
    switch (step.is) {
      case 'each': {
        const element = { alias: here.alias, sql: `${inner}.value`, json: true }
        const condition = this.among(step.blocks, element) + this.along(rest, element, leaf)
        return `exists (select 1 from ${this.dialect.each(here.sql, inner)} where ${condition})`
      }
      case 'hop': {
        const condition = this.along(rest, { alias: inner, sql: '', json: false }, leaf)
        const rule = this.print(step.rule, inner)
        return `exists (select 1 from ${this.dialect.table(step.entity.slug)} ${inner} where ${this.inTime(inner)}${inner}.${id} = ${this.value(here, 'id')} and ${rule} and ${condition})`
      }
      case 'targets': {
        const q = (name: string) => this.dialect.quote(name)
        const condition = this.along(rest, { alias: inner, sql: `${inner}.${q('target')}`, json: false }, leaf)
        const references = this.dialect.table(REFERENCES)
        const own = (of: string) => `${of}.${q('entity')} = '${step.entity}' and ${of}.${q('path')} = '${step.path}'`
        const none = () => {
          const other = this.fresh()
          return `not exists (select 1 from ${references} ${other} where ${own(other)} and ${other}.${q('source')} = ${inner}.${q('source')})`
        }
        const path =
          step.fallback === undefined
            ? own(inner)
            : `(${own(inner)} or (${inner}.${q('entity')} = '${step.entity}' and ${inner}.${q('path')} = '${step.fallback}' and ${none()}))`
        return `${here.alias}.${id} in (select ${inner}.${q('source')} from ${references} ${inner} where ${this.inTime(inner)}${path} and ${condition})`
      }
      case 'column':
        if (step.inside) return this.inside(here.alias, step, step.inside)
        return this.along(rest, this.step(step, here), leaf)
      default:
        return this.along(rest, this.step(step, here), leaf)
    }
  }

  /** Restricts a block's type, in front of the conditions on the block. */
  private among(blocks: readonly string[] | undefined, block: Here): string {
    if (!blocks) return ''
    const types = blocks.map((slug) => `'${slug.replaceAll("'", "''")}'`).join(', ')
    return types === ''
      ? '1 = 0 and '
      : `${this.value(this.step({ is: 'key', names: ['blockType'], kind: 'text' }, block), 'text')} in (${types}) and `
  }

  private step(step: PathStep, here: Here): Here {
    if (step.is === 'column') return { alias: here.alias, sql: this.column(here.alias, step), json: step.kind === 'json' }
    if (step.is === 'key') return this.key(step, here)
    throw new Error(`a path can't be followed by ${step.is} here`)
  }

  private key({ names, kind }: Extract<PathStep, { is: 'key' }>, here: Here): Here {
    const found = names.map((name): Here => ({ ...here, sql: this.dialect.key(here.sql, name), json: true }))
    return found.reduceRight((next, one) => ({ ...one, sql: `case when ${this.filled(one, kind)} then ${one.sql} else ${next.sql} end` }))
  }

  private test(here: Here, kind: Kind, test: Test, path: StepPath): string {
    if (test === 'filled') return this.filled(here, kind)
    const value = this.value(here, kind)
    if (test === 'in') return this.dialect.within(value, kind)
    if (test === 'like') return this.dialect.contains(value)
    if (test === 'parts') return this.parts(here, value, path)
    return `${value} ${COMPARISONS[test]} ?`
  }

  private parts({ alias }: Here, text: string, path: StepPath): string {
    const column = path.at(-1)
    if (column?.is !== 'column' || column.parts === undefined) throw new Error('No index of parts holds this text')
    return this.dialect.parts.condition(column.parts, text, `${alias}.${this.dialect.quote('id')}`, (id) => this.timeChecked(id))
  }

  /** The index answers for the rest of the path. */
  private inside(alias: string, column: PathStep, { index, kind }: { index: string; kind: Kind }): string {
    const id = `${alias}.${this.dialect.quote('id')}`
    return this.dialect.inside.condition(index, this.column(alias, column), kind, id, (row) => this.timeChecked(row))
  }

  private filled(here: Here, kind: Kind): string {
    if (kind === 'json') return `(${here.sql} is not null and not ${this.dialect.emptyList(here.sql)})`
    const value = this.value(here, kind)
    return kind === 'text' ? `(${value} is not null and ${value} <> '')` : `${value} is not null`
  }

  private value(here: Here, kind: Kind): string {
    return here.json ? this.dialect.scalar(here.sql, kind) : here.sql
  }

  private column(alias: string, step: PathStep): string {
    const { name, kind, fallback } = step as Extract<PathStep, { is: 'column' }>
    const of = (one: string) => `${alias}.${this.dialect.quote(one)}`
    return fallback === undefined ? of(name) : visibleColumn(of(name), of(fallback), kind, this.dialect)
  }

  private fresh(): string {
    return `x${++this.#aliases}`
  }
}
