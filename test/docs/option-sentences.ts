/** Each option's sentence and default, read from the comments of `lib/config.ts`: they are written once. */
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../lib/config.ts', import.meta.url), 'utf8')

export interface Option {
  sentence: string
  default: string | undefined
}

export function optionsOf(name: string): Record<string, Option> {
  const body = new RegExp(`export interface ${name} \\{([\\s\\S]*?)\\n\\}`).exec(source)![1]!
  const found = [...body.matchAll(/\/\*\* ([\s\S]*?) \*\/\n\s+(\w+)(?:\??:|\()/g)]
  return Object.fromEntries(
    found.map(([, comment, option]) => {
      const [sentence, given] = comment!.split(/ ?@default /)
      return [option!, { sentence: sentence!, default: given }]
    }),
  )
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
