/** Finds texts of a content type in a language that the admin doesn't have, such as `{ ht: 'ชื่อ' }`. Tested by test/schema/languages.test.ts. */
import type { JsonSchema } from './document.ts'
import { isPlainObject } from './plain-object.ts'

/** The languages of every admin. `admin.languages` adds others. */
export const LANGUAGES: readonly string[] = ['en', 'th']

type Path = readonly (string | number)[]
type Text = readonly [at: Path, text: unknown]

/** `pt` also serves an admin in `pt-BR`. */
export const hasLanguage = (languages: readonly string[], code: string): boolean =>
  languages.some((one) => one === code || one.startsWith(`${code}-`))

export const noLanguage = (code: string, languages: readonly string[]): string =>
  `the admin has no language '${code}', only ${languages.join(', ')}`

/** Codes are so short that a misspelt one is only known by its letters. */
export function languageHint(code: string, languages: readonly string[]): string {
  const letters = (one: string) => [...one].sort().join('')
  const meant = languages.find((one) => letters(one) === letters(code) || code.startsWith(one))
  return meant === undefined ? `add { code: '${code}', … } to 'admin.languages'` : `did you mean '${meant}'?`
}

/** The path and code of each text in another language. */
export function* inOtherLanguages(document: JsonSchema, languages: readonly string[]): Generator<[at: Path, code: string]> {
  for (const [at, text] of textsOf(document, []))
    if (isPlainObject(text)) for (const code of Object.keys(text)) if (!hasLanguage(languages, code)) yield [[...at, code], code]
}

/** The texts that the words of a content type, a field or a block contain, and those of the fields inside. */
function* textsOf(schema: JsonSchema, at: Path): Generator<Text> {
  const own = (schema['x-cms'] ?? {}) as JsonSchema
  const words = [...at, 'x-cms']
  yield [[...words, 'label'], own['label']]
  yield [[...words, 'description'], own['description']]
  for (const [name, label] of Object.entries(own['labels'] ?? {})) yield [[...words, 'labels', name], label]
  yield* textsOfAdmin(own['admin'] ?? {}, [...words, 'admin'])
  const inside: [Path, JsonSchema][] = [
    ...Object.entries<JsonSchema>(schema['properties'] ?? {}).map(([name, one]): [Path, JsonSchema] => [['properties', name], one]),
    ...(schema['items'] ? ([[['items'], schema['items']]] as [Path, JsonSchema][]) : []),
    ...((schema['oneOf'] ?? []) as JsonSchema[]).map((one, index): [Path, JsonSchema] => [['oneOf', index], one]),
    ...((own['blocks'] ?? []) as JsonSchema[]).map((one, index): [Path, JsonSchema] => [['x-cms', 'blocks', index], one]),
  ]
  for (const [path, one] of inside) if (isPlainObject(one)) yield* textsOf(one, [...at, ...path])
}

function* textsOfAdmin({ placeholder, layout = [], badge, empty }: JsonSchema, at: Path): Generator<Text> {
  yield [[...at, 'placeholder'], placeholder]
  yield [[...at, 'badge', 'label'], badge?.label]
  yield [[...at, 'empty', 'description'], empty?.description]
  yield* textsOfLayout(layout, [...at, 'layout'])
}

function* textsOfLayout(parts: readonly JsonSchema[], at: Path): Generator<Text> {
  for (const [index, part] of parts.entries()) {
    const here = [...at, index]
    yield [[...here, 'section'], part['section']]
    yield* textsOfLayout(part['fields'] ?? [], [...here, 'fields'])
    yield* textsOfLayout(part['row'] ?? [], [...here, 'row'])
    for (const [tab, { label, fields }] of ((part['tabs'] ?? []) as JsonSchema[]).entries()) {
      yield [[...here, 'tabs', tab, 'label'], label]
      yield* textsOfLayout(fields ?? [], [...here, 'tabs', tab, 'fields'])
    }
  }
}
