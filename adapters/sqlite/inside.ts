/** Indexes of the values inside lists, rows and blocks: tables of value and row, updated by triggers. Tested by test/store/inside.test.ts. */
import type { InsideIndex, InsideIndexing } from '../../lib/store/contract.ts'

export function insideIndexing(table: (name: string) => string, trigger: (name: string, word: string) => string): InsideIndexing {
  const quote = (name: string) => `"${name}"`
  const add = ({ name, json, values }: InsideIndex, row: string, of = '') => {
    const { value, from, where } = values(json(row))
    return `insert into ${table(name)} ("value", "source") select distinct ${value}, ${row}"id" from ${of}${from} where ${where}`
  }
  const remove = ({ name, json, values }: InsideIndex) => {
    const { value, from, where } = values(json('old.'))
    return `delete from ${table(name)} where "source" = old."id" and "value" in (select ${value} from ${from} where ${where})`
  }
  return {
    reading: {},
    create: (index) => {
      const { name, columns, json } = index
      const of = table(index.table)
      const after = (word: string, when: string, ...work: string[]) =>
        `create trigger ${trigger(name, word)} after ${when} begin ${work.join('; ')}; end`
      return [
        `create table ${table(name)} ("value", "source" integer not null, primary key ("value", "source")) without rowid`,
        after('insert', `insert on ${of}`, add(index, 'new.')),
        after('delete', `delete on ${of}`, remove(index)),
        after(
          'update',
          `update of ${columns.map(quote).join(', ')} on ${of} when ${json('old.')} is not ${json('new.')}`,
          remove(index),
          add(index, 'new.'),
        ),
        add(index, `${of}.`, `${of}, `),
      ]
    },
    drop: (name) => [
      ...['insert', 'delete', 'update'].map((word) => `drop trigger if exists ${trigger(name, word)}`),
      `drop table if exists ${table(name)}`,
    ],
    condition: (index, _json, kind, id, inTime) =>
      `${id} in (select "source" from ${table(index)} where ${inTime(`${table(index)}."source"`)}"value" in (select ${kind === 'number' ? 'cast(value as real)' : 'value'} from json_each(?)))`,
  }
}
