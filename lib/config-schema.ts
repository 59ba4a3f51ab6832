/** The configuration as a JSON Schema, with its defaults. Functions and adapters are marked by the keyword `kind`. */
import type { JsonSchema } from '../schema/document.ts'

const text: JsonSchema = { type: 'string', minLength: 1 }
const flag: JsonSchema = { type: 'boolean' }
const texts: JsonSchema = { type: 'array', items: text }
const seconds: JsonSchema = { type: 'integer', minimum: 1 }
/** At most a day: what Postgres and timers both take. */
const milliseconds: JsonSchema = { type: 'integer', minimum: 1, maximum: 86_400_000 }
const fn: JsonSchema = { kind: 'function' }
const object: JsonSchema = { kind: 'object' }
const translated: JsonSchema = {
  anyOf: [text, { type: 'object', properties: { en: text, th: text }, minProperties: 1, additionalProperties: false }],
}
const origin: JsonSchema = { type: 'string', pattern: '^https?://[^/?#]+$' }

const closed = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const navItem: Record<string, JsonSchema> = { id: text, label: translated, icon: text, order: { type: 'number' } }
const guarded: Record<string, JsonSchema> = { component: text, label: translated, access: fn }
const sitePath: JsonSchema = { type: 'string', pattern: '^/[A-Za-z0-9_./-]*[A-Za-z0-9_-]$' }
const mails: JsonSchema = { type: 'object', additionalProperties: fn }

export const configSchema: JsonSchema = closed(
  {
    secret: { type: 'string', minLength: 32 },
    db: { ...object, properties: { holdLimit: milliseconds } },
    schema: {},
    collections: { type: 'array', default: [] },
    globals: { type: 'array', default: [] },
    serverURL: { ...origin },
    cors: { anyOf: [{ const: '*' }, listOf(origin)], default: [] },
    cronSecret: { type: 'string' },
    webhooks: {
      ...listOf(
        closed(
          {
            url: { type: 'string', pattern: '^https?://' },
            events: texts,
            collections: texts,
            globals: texts,
            secret: text,
            headers: { type: 'object', additionalProperties: { type: 'string' } },
          },
          ['url'],
        ),
      ),
      default: [],
    },
    events: { ...listOf({ type: 'string', pattern: '^[a-z][a-z0-9-]*\\.[a-z][a-z0-9.-]*$' }), default: [] },
    jobs: {
      ...listOf(
        closed(
          {
            name: { type: 'string', pattern: '^[a-z][a-z0-9:-]*$' },
            every: { type: 'number', exclusiveMinimum: 0 },
            timeout: { type: 'number', exclusiveMinimum: 0, maximum: 86_400 },
            run: fn,
          },
          ['name', 'run'],
        ),
      ),
      default: [],
    },
    jobsTimer: { ...flag, default: true },
    localization: closed(
      {
        locales: {
          ...listOf({ type: 'string', pattern: '^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' }),
          minItems: 1,
          uniqueItems: true,
        },
        defaultLocale: text,
        fallback: { ...flag, default: true },
      },
      ['locales'],
    ),
    routes: {
      ...closed({ api: { ...sitePath, default: '/api/cms' }, health: sitePath, metrics: sitePath }),
      default: {},
    },
    admin: {
      ...closed({
        path: { type: 'string', pattern: '^/[A-Za-z0-9_./-]*[A-Za-z0-9_-]$', default: '/admin' },
        locale: { enum: ['en', 'th'], default: 'en' },
        brand: closed({
          name: text,
          logo: { type: 'string', pattern: '^(/|https://)' },
          color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
        }),
        siteUrl: { type: 'string', pattern: '^(/|https?://)', default: '/' },
        menu: texts,
        nav: listOf(closed({ ...navItem, children: listOf(closed(navItem, ['id', 'label'])) }, ['id', 'label'])),
        commands: listOf(closed({ label: translated, to: text, icon: text, keywords: texts }, ['label', 'to'])),
        modules: listOf({ type: 'string', minLength: 1, not: { pattern: '^[a-z]+:' } }),
        pages: listOf(
          closed(
            {
              ...guarded,
              path: { type: 'string', pattern: '^[a-z0-9-]+$' },
              icon: { ...text, default: 'file-text' },
              group: { anyOf: [text, { const: false }], default: 'content' },
            },
            ['path', 'component', 'label'],
          ),
        ),
        dashboard: listOf(closed({ ...guarded, width: { enum: ['half', 'full'], default: 'half' } }, ['component'])),
        switcher: closed(
          {
            cookie: text,
            label: translated,
            options: { anyOf: [fn, listOf(closed({ value: text, label: translated }, ['value', 'label']))] },
          },
          ['cookie', 'label', 'options'],
        ),
      }),
      default: {},
    },
    upload: {
      ...closed({
        dir: { ...text, default: 'uploads' },
        maxFileSize: { type: 'integer', minimum: 1, default: 10485760 },
        mimeTypes: { ...texts, default: ['image/*', 'application/pdf'] },
        storage: object,
        imageSizes: {
          ...listOf(
            closed(
              {
                name: text,
                width: { type: 'integer', minimum: 1 },
                height: { type: 'integer', minimum: 1 },
                fit: { enum: ['cover', 'contain', 'inside'], default: 'cover' },
              },
              ['name', 'width'],
            ),
          ),
          default: [],
        },
        fromURL: closed({ allowedHosts: { ...texts, minItems: 1 }, allowPrivate: { ...flag, default: false } }, ['allowedHosts']),
        privateStorage: object,
        folders: { ...flag, default: false },
        keepMetadata: { ...flag, default: false },
      }),
      default: {},
    },
    auth: {
      ...closed({
        roles: {
          ...listOf({ type: 'string', pattern: '^[a-z][a-z0-9-]{0,31}$' }),
          uniqueItems: true,
          contains: { const: 'admin' },
          default: ['admin', 'editor'],
        },
        rbac: { ...flag, default: false },
        providers: { ...listOf(object), default: [] },
        allowSignUp: closed({ domains: { ...texts, minItems: 1 }, role: text }, ['domains']),
        password: { ...flag, default: true },
        setupCode: text,
        tokenExpiration: { ...seconds, default: 604800 },
        maxLoginAttempts: { type: 'integer', minimum: 1, default: 5 },
        lockWindow: { ...seconds, default: 900 },
        trustedOrigins: { ...listOf(origin), default: [] },
        resetPasswordExpiration: { ...seconds, default: 3600 },
        inviteExpiration: { ...seconds, default: 604800 },
        emails: mails,
        members: closed(
          {
            roles: { ...texts, minItems: 1 },
            signup: closed(
              {
                role: text,
                verifyEmail: { ...flag, default: true },
                challenge: closed({ siteKey: text, secretKey: text, url: text }, ['siteKey', 'secretKey']),
              },
              ['role'],
            ),
            pages: closed({ verifyEmail: text, resetPassword: text }),
            emails: mails,
          },
          ['roles'],
        ),
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
      }),
      default: {},
    },
    endpoints: {
      ...listOf(
        closed(
          {
            path: { type: 'string', pattern: '^/' },
            method: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
            handler: fn,
            root: { ...flag, default: false },
          },
          ['path', 'method', 'handler'],
        ),
      ),
      default: [],
    },
    commands: {
      ...listOf(
        closed({ name: { type: 'string', pattern: '^[a-z][a-z0-9:-]*$' }, description: text, help: text, run: fn }, [
          'name',
          'description',
          'run',
        ]),
      ),
      default: [],
    },
    onRequest: fn,
    apiKeys: { ...flag, default: false },
    email: object,
    backups: {
      ...closed({
        every: { enum: ['day', 'week'] },
        at: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', default: '03:00' },
        keep: { type: 'integer', minimum: 1, default: 7 },
        dir: { ...text, default: 'backups' },
        storage: object,
        sqlite: fn,
        key: { type: 'string', minLength: 32 },
      }),
      default: {},
    },
    metrics: { ...closed({ token: { type: 'string', minLength: 16 } }), type: ['boolean', 'object'], default: false },
    audit: {
      ...closed({
        keep: { type: 'integer', minimum: 0, default: 365 },
        values: { ...flag, default: true },
        failedLogins: { type: 'integer', minimum: 1, default: 20 },
        scope: fn,
      }),
      type: ['boolean', 'object'],
      default: false,
    },
    plugins: { ...listOf(fn), default: [] },
    fieldTypes: {
      ...listOf(
        closed(
          {
            name: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
            base: { enum: ['text', 'textarea', 'email', 'number', 'boolean', 'date', 'json'] },
            validate: fn,
            checkOptions: fn,
            admin: closed({ component: text, cell: text }),
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
