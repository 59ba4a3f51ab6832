/** The configuration as a JSON Schema with defaults: the options of the core and those that features own. */

import type { JsonSchema } from '../schema/document.ts'
import { elementName } from '../schema/word-values.ts'
import { closed, flag, fn, letterTexts, listOf, milliseconds, object, origin, seconds, sitePath, text } from './option-schemas.ts'

const commandName: JsonSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9:-]*$',
  description: "lowercase letters, digits, ':' and '-', a letter first",
}

export const A_DATABASE = "sqlite({ filename: 'cms.db' }) from 'galley/sqlite', or postgres({ url }) from 'galley/postgres'"

const core: JsonSchema = closed(
  {
    secret: {
      type: 'string',
      minLength: 32,
      description: 'at least 32 characters that nobody can guess, such as those of: openssl rand -base64 48',
    },
    db: { description: A_DATABASE, properties: { holdLimit: milliseconds } },
    schema: {},
    collections: { type: 'array', default: [] },
    globals: { type: 'array', default: [] },
    serverURL: { ...origin },
    cors: {
      anyOf: [{ const: '*' }, listOf(origin)],
      default: [],
      description: "'*', or a list of origins such as ['https://example.org']",
    },
    events: {
      ...listOf({
        type: 'string',
        pattern: '^[a-z][a-z0-9-]*\\.[a-z][a-z0-9.-]*$',
        description: "a name with a dot, such as 'order.paid'",
      }),
      uniqueItems: true,
      default: [],
    },
    localization: closed(
      {
        locales: {
          ...listOf({
            type: 'string',
            pattern: '^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
            description: "a locale, such as 'en' or 'pt-BR'",
          }),
          minItems: 1,
          uniqueItems: true,
        },
        defaultLocale: text,
        fallback: { ...flag, default: true },
      },
      ['locales'],
    ),
    routes: {
      ...closed({
        api: { ...sitePath('/api/cms'), default: '/api/cms' },
        mount: sitePath('/cms'),
        health: sitePath('/healthz'),
        metrics: sitePath('/metrics'),
      }),
      default: {},
    },
    auth: {
      ...closed({
        roles: {
          ...listOf({
            type: 'string',
            pattern: '^[a-z][a-z0-9-]{0,31}$',
            description: "a role: lowercase letters, digits and '-', a letter first",
          }),
          uniqueItems: true,
          contains: { const: 'admin' },
          default: ['admin', 'editor'],
        },
        password: { ...flag, default: true },
        setupCode: text,
        tokenExpiration: { ...seconds, default: 604800 },
        maxLoginAttempts: { type: 'integer', minimum: 1, default: 5 },
        lockWindow: { ...seconds, default: 900 },
        trustedOrigins: { ...listOf(origin), default: [] },
        resetPasswordExpiration: { ...seconds, default: 3600 },
        inviteExpiration: { ...seconds, default: 604800 },
        emails: letterTexts('resetPassword', 'invite', 'passwordChanged'),
      }),
      default: {},
    },
    queries: {
      ...closed({
        timeout: {
          ...closed({
            visitors: { ...milliseconds, default: 2000 },
            users: { ...milliseconds, default: 10000 },
          }),
          default: {},
        },
        answer: {
          ...closed({
            documents: { type: 'integer', minimum: 1, default: 10_000 },
            characters: { type: 'integer', minimum: 1, default: 16_000_000 },
          }),
          default: {},
        },
        unindexed: { enum: ['allow', 'refuse'], default: 'allow' },
      }),
      default: {},
    },
    commands: {
      ...listOf(closed({ name: commandName, description: text, help: text, run: fn }, ['name', 'description', 'run'])),
      default: [],
    },
    onRequest: fn,
    metrics: { ...closed({ token: { type: 'string', minLength: 16 } }), type: ['boolean', 'object'], default: false },
    plugins: { ...listOf(fn), default: [] },
    fieldTypes: {
      ...listOf(
        closed(
          {
            name: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$', description: 'letters and digits, a lowercase letter first' },
            base: { enum: ['text', 'textarea', 'email', 'number', 'boolean', 'date', 'json'] },
            validate: fn,
            checkOptions: fn,
            admin: closed({ component: elementName, cell: elementName }),
            typescript: text,
          },
          ['name'],
        ),
      ),
      default: [],
    },
    features: { ...listOf(object), default: [] },
    log: object,
    clock: object,
    production: flag,
  },
  ['secret', 'db'],
)

/** The options of the core and of these features. */
export function configSchemaWith(features: readonly { config?: Readonly<Record<string, JsonSchema>> }[]): JsonSchema {
  const schema = structuredClone(core)
  for (const { config = {} } of features)
    for (const [path, option] of Object.entries(config)) {
      const end = path.lastIndexOf('.')
      let within = schema
      if (end > 0) for (const one of path.slice(0, end).split('.')) within = within['properties'][one]
      within['properties'][path.slice(end + 1)] = option
    }
  return schema
}
