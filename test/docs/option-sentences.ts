/** Each option's sentence and default, read from the comments of `lib/options.ts`, `lib/config.ts` and the features' `config.ts`: they are written once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const lib = new URL('../../lib/', import.meta.url)
const files = ['options.ts', 'config.ts', ...readdirSync(new URL('features/', lib)).map((feature) => `features/${feature}/config.ts`)]
const source = files
  .map((file) => new URL(file, lib))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

export interface Option {
  sentence: string
  default: string | undefined
}

export function optionsOf(name: string): Record<string, Option> {
  const declared = [...source.matchAll(new RegExp(`^( *)(?:export )?interface ${name} (?:extends (\\w+) )?\\{([\\s\\S]*?)\\n\\1\\}`, 'gm'))]
  const base = declared.find((one) => one[2])?.[2]
  const body = declared.map((one) => one[3]).join('\n')
  const found = [...body.matchAll(/\/\*\* ([\s\S]*?) \*\/\n\s+(\w+)(?:\??:|\()/g)]
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
