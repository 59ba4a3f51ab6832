/** `galley texts ar`: writes the admin's texts for translation, or adds those that an earlier file lacks. Tested by test/features/admin-languages.test.ts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { jsonFrom } from '../../../schema/json-file.ts'
import { LANGUAGES } from '../../../schema/languages.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import { isPlainObject, kindOf } from '../../../schema/plain-object.ts'
import type { CliCommand, Session } from '../../cli/command.ts'
import { badRequest } from '../../errors.ts'
import { refuseFolder } from '../../not-a-folder.ts'
import { writeWhole } from '../../whole-file.ts'
import { englishTexts, type Text } from './assets.ts'

export const textsCommand: CliCommand = {
  usage: 'texts <language>',
  description: "Write the admin's English texts to translate them into a language such as ar, or add new ones to an earlier file",
  options: [['--out <file>', 'the file (default: <language>.json)']],
  reports: true,
  async run(session, options, language) {
    const english = englishTexts()
    if (!english) throw badRequest('The admin was not built: run npm run build')
    const file: string = options['out'] ?? `${language}.json`
    if (LANGUAGES.includes(language as never))
      throw badRequest(`The admin has '${language}' already. Name a language that it lacks, such as ar`)
    refuseFolder(file)
    const before = existsSync(file) ? readEarlier(file) : undefined
    const forms = pluralForms(language as string)
    const texts = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, before?.[key] ?? inForms(text, forms)]))
    const added = Object.keys(english).filter((key) => before?.[key] === undefined)
    const unknown = Object.keys(before ?? {}).filter((key) => english[key] === undefined)
    const all = { ...texts, ...Object.fromEntries(unknown.map((key) => [key, before?.[key]])) }
    // A full disk must not cost a translation.
    await writeWhole(file, async (unfinished) => writeFileSync(unfinished, `${JSON.stringify(all, null, 2)}\n`))
    say(session, { file, language: language as string, total: Object.keys(english).length, isNew: !before, added })
    for (const key of unknown) session.say(`'${key}' is not a text of the admin. ${didYouMean(key, Object.keys(english))}`.trim())
    return { file, added, unknown }
  },
}

function readEarlier(file: string): Record<string, Text> {
  const given = jsonFrom(readFileSync(file, 'utf8'), file, badRequest)
  if (!isPlainObject(given)) throw badRequest(`${file} must hold an object of texts by key, not ${kindOf(given)}`)
  return given as Record<string, Text>
}

function pluralForms(language: string): string[] {
  try {
    return new Intl.PluralRules(language).resolvedOptions().pluralCategories
  } catch {
    throw badRequest(`'${language}' is not the code of a language, such as ar or pt-BR`)
  }
}

/** Every plural form of the language starts as the English one for several. */
const inForms = (text: Text, forms: readonly string[]): Text =>
  typeof text === 'string' ? text : Object.fromEntries(forms.map((form) => [form, text[form] ?? (text['other'] as string)]))

interface Outcome {
  file: string
  language: string
  total: number
  isNew: boolean
  added: readonly string[]
}

function say(session: Session, { file, language, total, isNew, added }: Outcome): void {
  if (isNew) {
    session.say(`Wrote ${total} texts to ${file}. Translate them, then add the language to the configuration:`)
    session.say(
      `  admin: { languages: [{ code: '${language}', name: '…', texts: '${path.isAbsolute(file) ? file : `./${path.normalize(file)}`}' }] }`,
    )
  } else
    session.say(
      added.length === 0 ? `${file} has all ${total} texts` : `Added ${added.length} texts in English to ${file}: ${added.join(', ')}`,
    )
}
