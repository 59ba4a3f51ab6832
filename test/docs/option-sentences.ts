/** Each option's sentence and default, read from the comments of `lib/options.ts` and `lib/config.ts`: they are written once. */
import { readFileSync } from 'node:fs'

const source = ['options', 'config'].map((file) => readFileSync(new URL(`../../lib/${file}.ts`, import.meta.url), 'utf8')).join('\n')

export interface Option {
  sentence: string
  default: string | undefined
}

export function optionsOf(name: string): Record<string, Option> {
  const [, base, body] = new RegExp(`export interface ${name} (?:extends (\\w+) )?\\{([\\s\\S]*?)\\n\\}`).exec(source)!
  const found = [...body!.matchAll(/\/\*\* ([\s\S]*?) \*\/\n\s+(\w+)(?:\??:|\()/g)]
  const own = Object.fromEntries(
    found.map(([, comment, option]) => {
      const [sentence, given] = comment!.split(/ ?@default /)
      return [option!, { sentence: sentence!, default: given }]
    }),
  )
  return base ? { ...optionsOf(base), ...own } : own
}

/** The sections of the configuration, and the interface of each. */
export const SECTIONS: Record<string, string> = {
  localization: 'LocalizationConfig',
  admin: 'AdminConfig',
  upload: 'UploadConfig',
  auth: 'AuthConfig',
  'auth.members': 'MembersConfig',
  queries: 'QueriesConfig',
  'queries.timeout': 'QueryTimeouts',
  'queries.answer': 'QueryAnswers',
  backups: 'BackupsConfig',
  audit: 'AuditConfig',
  webhooks: 'WebhookConfig',
  jobs: 'JobConfig',
}
