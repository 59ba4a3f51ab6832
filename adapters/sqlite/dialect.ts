/** The dialect of SQLite. Tested by test/store/store.test.ts. */
import type { Dialect, RowGroups } from '../../lib/store/contract.ts'
import type { Kind } from '../../schema/model.ts'
import { insideIndexing } from './inside.ts'
import { casesOf, partsIndexing } from './parts.ts'

const TYPES: Record<Kind, string> = { text: 'text', number: 'real', boolean: 'integer', id: 'integer', json: 'text' }
/** The usual work of `optimize`, for tables that this connection has not queried as well. */
const ALL_TABLES = '0x10002'

const COUNTS = '$counts'

const quote = (name: string) => `"${name}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

export function sqliteDialect(prefix: string): Dialect {
  const table = (name: string) => quote(prefix + name)
  const trigger = (name: string, word: string) => quote(`${prefix}${name}$$${word}`)
  const noter = (n: number, word: string) => quote(`${prefix}$converting$${n}$${word.split(' ')[0]}`)
  const forgetCounts = (name: string) =>
    `delete from ${table(COUNTS)} where "table" = ${text(name)} or substr("table", 1, ${name.length + 1}) = ${text(`${name}/`)}`
  // A trigger of that name may have moved with a renamed table.
  const dropTriggers = (name: string) => ['insert', 'delete', 'update'].map((word) => `drop trigger if exists ${trigger(name, word)}`)
  return {
    name: 'sqlite',
    knexClient: 'better-sqlite3',
    never: '0',
    isRemote: false,
    needsSavepoints: false,
    file: {
      check: `select integrity_check as "found" from pragma_integrity_check`,
      quickCheck: `select quick_check as "found" from pragma_quick_check limit 1`,
      settle: 'pragma wal_checkpoint(truncate)',
    },
    native: (sql) => sql,
    table,
    bare: (name) => prefix + name,
    quote,
    columnType: (kind) => TYPES[kind],
    identity: 'integer primary key autoincrement',
    bind: (kind, value) => (kind === 'boolean' && typeof value === 'boolean' ? Number(value) : value),
    contains: (expression) => `${expression} glob ?`,
    containing: (given) => `*${[...given].map(globClass).join('')}*`,
    parts: partsIndexing(table, trigger),
    inside: insideIndexing(table, trigger),
    within: (expression, kind) => `${expression} in (select ${kind === 'number' ? 'cast(value as real)' : 'value'} from json_each(?))`,
    list: (kind, values) => JSON.stringify(kind === 'boolean' ? values.map(Number) : values),
    each: (expression, alias) => `json_each(${expression}) ${alias}`,
    key: (expression, key) => `json_extract(${expression}, '$.${key}')`,
    scalar: (expression) => expression,
    // Numbers are bound as doubles, which JSON would show as 7.0.
    withKey: (expression, key, kind, value) => `json_set(${expression}, '$.${key}', cast(${value} as ${TYPES[kind]}))`,
    emptyList: (expression) => `${expression} = '[]'`,
    nulls: () => '',
    rows: (alias, columns) =>
      `(select ${columns.map(({ name }, index) => `json_extract(value, '$[${index}]') ${quote(name)}`).join(', ')} from json_each(?)) ${alias}`,
    uniqueClash: (error) => {
      const columns = /UNIQUE constraint failed: (.*)$/.exec((error as Error).message)?.[1]
      if (columns === undefined) return undefined
      return { columns: columns.split(', ').map((one) => one.slice(one.lastIndexOf('.') + 1)) }
    },
    isOutdated: (error) => /no such (table|column): |has no column named /.test((error as Error | undefined)?.message ?? ''),
    setup: [],
    lock: () => undefined,
    forUpdate: '',
    catalogue: `select t.name as "table", c.name as "column" from pragma_table_list t join pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`,
    lateFrom: 1000,
    lastId: (name) => `select coalesce(max(seq), 0) as "n" from sqlite_sequence where name = ${text(prefix + name)}`,
    goOnFrom: (name, id) => [
      `insert into sqlite_sequence (name, seq) select ${text(prefix + name)}, 0 where not exists (select 1 from sqlite_sequence where name = ${text(prefix + name)})`,
      `update sqlite_sequence set seq = max(seq, ${id}) where name = ${text(prefix + name)}`,
    ],
    counting: (name, groups) => {
      const add = (key: string, by: string) =>
        ` insert into ${table(COUNTS)} ("table", "n") values (${key}, ${by}) on conflict ("table") do update set "n" = "n" + ${by};`
      const change = (by: string, word: string, row: string) =>
        `create trigger ${trigger(name, word)} after ${word} on ${table(name)} begin${add(text(name), by)}${groups ? add(groups.key(row), by) : ''} end`
      const regroup = ({ columns, key }: RowGroups) =>
        `create trigger ${trigger(name, 'update')} after update of ${columns.map(quote).join(', ')} on ${table(name)} when ${key('old.')} <> ${key('new.')} begin${add(key('old.'), '-1')}${add(key('new.'), '1')} end`
      return [
        ...dropTriggers(name),
        forgetCounts(name),
        `insert into ${table(COUNTS)} ("table", "n") select ${text(name)}, count(*) from ${table(name)}`,
        change('1', 'insert', 'new.'),
        change('-1', 'delete', 'old.'),
        ...(groups
          ? [
              `insert into ${table(COUNTS)} ("table", "n") select ${groups.key('')}, count(*) from ${table(name)} group by 1`,
              regroup(groups),
            ]
          : []),
      ]
    },
    notCounting: (name) => [...dropTriggers(name), forgetCounts(name)],
    keptTotal: `(select nullif(sum("n"), 0) from ${table(COUNTS)} where "table" between ? and ?)`,
    foldCounts: undefined,
    refreshStatistics: ['pragma analysis_limit = 1000', `pragma optimize = ${ALL_TABLES}`],
    noting: (name, column, notes, n) =>
      ['insert', ...(column === undefined ? [] : [`update of ${quote(column)}`])].map(
        (word) =>
          `create trigger ${noter(n, word)} after ${word} on ${table(name)} begin insert into ${table(notes)} ("n", "id") values (${n}, new."id"); end`,
      ),
    notNoting: (_name, n) => ['insert', 'update'].map((word) => `drop trigger if exists ${noter(n, word)}`),
  }
}

function globClass(character: string): string {
  const cases = casesOf(character)
  if (cases.has(']')) return '[]]'
  if (cases.size === 1 && !/[*?[^-]/.test(character)) return character
  return `[${[...cases].join('')}]`.replace('[^]', '^')
}
