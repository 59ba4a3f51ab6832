/** Indexes of parts of texts: FTS5 tables of trigrams, updated by triggers. They find more rows than match. Tested by test/store/parts.test.ts. */
import type { PartsIndex, PartsIndexing } from '../../lib/store/contract.ts'

const LENGTH = 3
/** More trigrams hardly find fewer rows. */
const MOST = 32
/** From here on, the tables of SQLite's tokenizer may know fewer cases than JavaScript. */
const KNOWN_CASES = 0x500

export function partsIndexing(table: (name: string) => string, trigger: (name: string, word: string) => string): PartsIndexing {
  const quote = (name: string) => `"${name}"`
  const text = (index: PartsIndex, row: string) => `coalesce(${index.text(row)}, '')`
  const add = (index: PartsIndex) => ` insert into ${table(index.name)} (rowid, "text") values (new."id", ${text(index, 'new.')});`
  const remove = (index: PartsIndex) =>
    ` insert into ${table(index.name)} (${table(index.name)}, rowid, "text") values ('delete', old."id", ${text(index, 'old.')});`
  return {
    create: (index) => {
      const after = (word: string, when: string, work: string) =>
        `create trigger ${trigger(index.name, word)} after ${when} begin${work} end`
      const of = table(index.table)
      return [
        `create virtual table ${table(index.name)} using fts5("text", content = '', columnsize = 0, detail = none, tokenize = 'trigram')`,
        after('insert', `insert on ${of}`, add(index)),
        after('delete', `delete on ${of}`, remove(index)),
        after(
          'update',
          `update of ${index.columns.map(quote).join(', ')} on ${of} when ${text(index, 'old.')} <> ${text(index, 'new.')}`,
          remove(index) + add(index),
        ),
        `insert into ${table(index.name)} (rowid, "text") select "id", ${text(index, '')} from ${of}`,
      ]
    },
    drop: (name) => [
      ...['insert', 'delete', 'update'].map((word) => `drop trigger if exists ${trigger(name, word)}`),
      `drop table if exists ${table(name)}`,
    ],
    condition: (index, _text, id, inTime) =>
      `${id} in (select rowid from ${table(index)} where ${inTime(`${table(index)}.rowid`)}${table(index)} match ?)`,
    containing: (given) => {
      const characters = [...given]
      const trigrams = characters.slice(LENGTH - 1).map((_, at) => characters.slice(at, at + LENGTH))
      const found = new Set(trigrams.filter((one) => one.every(isFoldedAlike)).map((one) => `"${one.join('').replaceAll('"', '""')}"`))
      return found.size === 0 ? undefined : [...found].slice(0, MOST).join(' AND ')
    },
    isExact: false,
  }
}

/** A character in both cases: SQLite's own LIKE ignores case for ASCII only. */
export const casesOf = (character: string): Set<string> =>
  new Set([character, character.toLowerCase(), character.toUpperCase()].filter((one) => [...one].length === 1))

/** Whether the tokenizer takes all cases of a character for the same one. */
function isFoldedAlike(character: string): boolean {
  const cases = casesOf(character)
  if (cases.size === 1) return true
  // biome-ignore lint/style/noNonNullAssertion: a character is never empty
  return character.codePointAt(0)! < KNOWN_CASES && new Set([...cases].map((one) => one.toLowerCase())).size === 1
}
