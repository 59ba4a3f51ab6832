/** Indexes of the values inside lists, rows and blocks: GIN indexes of a function that lists them. Tested by test/store/inside.test.ts. */
import type { InsideIndexing } from '../../lib/store/contract.ts'
import type { Kind } from '../../schema/model.ts'

/** The JSON types of the values of each kind. */
const JSON_TYPES: Record<Kind, string> = { text: 'string', number: 'number', id: 'number', boolean: 'boolean', json: '' }

export function insideIndexing(
  table: (name: string) => string,
  bare: (name: string) => string,
  casts: Readonly<Record<Kind, string>>,
): InsideIndexing {
  const isOf = (json: string, type: string) => `case when json_typeof(${json}) = '${type}' then`
  return {
    reading: {
      each: (json, alias) => `json_array_elements(${isOf(json, 'array')} ${json} end) ${alias}(value)`,
      scalar: (json, kind) => `${isOf(json, JSON_TYPES[kind])} (${json} #>> '{}')::${casts[kind]} end`,
    },
    create: ({ name, table: of, kind, json, values }, concurrently) => {
      const { value, from, where } = values('$1')
      return [
        `create or replace function ${table(name)}(json) returns ${casts[kind]}[] language sql immutable parallel safe as $body$ select array_agg(distinct ${value}) from ${from} where ${where} $body$`,
        `create index ${concurrently ? 'concurrently ' : ''}if not exists "${bare(name)}" on ${table(of)} using gin (${table(name)}(${json('')})) with (fastupdate = off)`,
      ]
    },
    drop: (name) => [`drop function if exists ${table(name)}(json)`],
    // The arrays of the function and of the list have one collation.
    condition: (index, json, kind) => `${table(index)}(${json}) && ?::${casts[kind]}[]`,
  }
}
