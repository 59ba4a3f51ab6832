/** Methods of features, on content types that have them and on some that don't: with generated types, and with inferred ones. */
import type { Case } from './cases.ts'
import { inferred } from './declared.ts'

const ACTION = `{ action: 'publish', at: new Date() }`

/** `SLUG` stands for the content type. */
const COLLECTION_CALLS = {
  drafts: [`unpublish(SLUG, 1)`, `discardDraft(SLUG, 1)`, `autosave(SLUG, 1, {})`],
  versions: [`findVersions(SLUG, 1)`, `findVersion(SLUG, 1, 2)`, `restoreVersion(SLUG, 1, 2)`],
  schedule: [`schedule(SLUG, 1, ${ACTION})`, `scheduled(SLUG, 1)`, `cancelSchedule(SLUG, 1, 2)`],
  trash: [`recover(SLUG, 1)`],
  orderable: [`move(SLUG, 1, { before: 2 })`],
}
const GLOBAL_CALLS = {
  drafts: [`unpublishGlobal(SLUG)`, `discardGlobalDraft(SLUG)`, `autosaveGlobal(SLUG, {})`],
  versions: [`findGlobalVersions(SLUG)`, `findGlobalVersion(SLUG, 2)`, `restoreGlobalVersion(SLUG, 2)`],
  schedule: [`scheduleGlobal(SLUG, ${ACTION})`, `scheduledGlobal(SLUG)`, `cancelGlobalSchedule(SLUG, 2)`],
}

type Feature = keyof typeof COLLECTION_CALLS

/** Collections that have the feature, as the cases' configurations declare them. */
const GENERATED: Record<Feature, string> = { drafts: 'vaults', versions: 'notes', schedule: 'notes', trash: 'vaults', orderable: 'tags' }
const INFERRED: Record<Feature, string> = { drafts: 'posts', versions: 'talks', schedule: 'posts', trash: 'vaults', orderable: 'talks' }

/** Every call on what `slugs` names, through every kind of handle that has it. */
function calls(
  handles: { local: string; client?: string },
  slugOf: (feature: Feature) => string,
  globalSlug: string,
): [slug: string, code: string][] {
  const inCollections = Object.entries(COLLECTION_CALLS).flatMap(([feature, all]) =>
    all.flatMap((one) =>
      [`${handles.local}.`, `${handles.local}.as(null).`, ...(handles.client ? [`${handles.client}.`] : [])].map(
        (handle): [string, string] => {
          const slug = slugOf(feature as Feature)
          return [slug, `await ${handle}${one.replace('SLUG', `'${slug}'`)}`]
        },
      ),
    ),
  )
  const inGlobals = Object.values(GLOBAL_CALLS).flatMap((all) =>
    all.map((one): [string, string] => [globalSlug, `await ${handles.local}.${one.replace('SLUG', `'${globalSlug}'`)}`]),
  )
  return [...inCollections, ...inGlobals]
}

const wrong = (title: string, all: readonly [string, string][]) =>
  all.map(([slug, code]) => ({ title: `${title}: ${code}`, code, error: [`"${slug}"`] }))

const codeOf = (all: readonly [string, string][]) => all.map(([, code]) => code).join('; ')

const HANDLES = { local: 'cms', client: 'client' }

const webhook = (event: string) =>
  `defineConfig({ secret, db: sqlite({ filename: 'a.db' }), events: ['order.paid'], webhooks: [{ url: 'https://x.org', events: ['publish', '${event}'] }] })`
const key = (permissions: string) => `await cms.create('api-keys', { name: 'x', permissions: ${permissions} })`

export const FEATURES_RIGHT: readonly Case[] = [
  { title: 'events of webhooks', code: webhook('order.paid') },
  {
    title: 'permissions of keys',
    code: `${key(`{ collections: { posts: ['read', 'publish'], users: ['read'] }, globals: { site: ['update'] } }`)}; ${key('null')}`,
  },
  {
    title: 'values of nested groups, in rows and blocks',
    code: `defineCode<'events'>({ fields: { 'place.map': { validate: (value) => value?.url === 'x' || 'no' }, 'stops.place': { validate: (value) => value?.city === 'x' || 'no' }, 'stops.place.map': { validate: (value) => value?.url === 'x' || 'no' }, 'parts.talk.place': { validate: (value) => value?.city === 'x' || 'no' } } })`,
  },
  { title: 'methods of features, where they are', code: codeOf(calls(HANDLES, (feature) => GENERATED[feature], 'tenant')) },
  {
    title: 'methods of features on slugs that are only known by their feature',
    code: `export const undo = async <S extends CollectionWith<'versions'>>(slug: S) => (await cms.restoreVersion(slug, 1, 2)).id; for (const slug of ['notes', 'vaults'] as const) await cms.unpublish(slug, 1); await undo('notes')`,
  },
]

export const FEATURES_WRONG: readonly Case[] = [
  ...['cms', 'client'].map((handle) => ({
    title: `a file without its content: ${handle}`,
    code: `await ${handle}.create('media', {})`,
    error: ['"media"'],
  })),
  { title: 'a misspelt event of a webhook', code: webhook('publsh'), error: ['"publsh"'] },
  { title: 'permissions for an unknown collection', code: key(`{ collections: { psots: ['read'] } }`), error: ["'psots'"] },
  { title: 'an unknown permission', code: key(`{ collections: { posts: ['raed'] } }`), error: ['"raed"'] },
  { title: 'a permission to change people', code: key(`{ collections: { users: ['update'] } }`), error: ['"update"'] },
  { title: 'a permission that globals do not have', code: key(`{ globals: { site: ['delete'] } }`), error: ['"delete"'] },
  { title: 'misspelt permissions', code: key(`{ colections: {} }`), error: ["'colections'"] },
  ...[`'box'`, `'about'`].map((path) => ({
    title: `an unknown value of a group: ${path}`,
    code: `defineCode<${path === `'box'` ? `'vaults'` : `'stays'`}>({ fields: { ${path}: { validate: (value) => value?.lable === 'x' || 'no' } } })`,
    error: ["'lable'"],
  })),
  ...[`'place.map'`, `'stops.place'`, `'stops.place.map'`, `'parts.talk.place'`].map((path) => ({
    title: `an unknown value of a nested group: ${path}`,
    code: `defineCode<'events'>({ fields: { ${path}: { validate: (value) => value?.urll === 'x' || 'no' } } })`,
    error: ["'urll'"],
  })),
  ...wrong(
    'a feature that it does not have',
    calls(HANDLES, () => 'posts', 'site'),
  ),
  {
    title: 'a feature that one of two collections does not have',
    code: `for (const slug of ['notes', 'posts'] as const) await cms.unpublish(slug, 1)`,
    error: ['"posts"'],
  },
]

export const DECLARED_FEATURES_RIGHT: readonly Case[] = [
  inferred(
    'inferred: methods of features, where they are',
    `${codeOf(calls({ local: 'own' }, (feature) => INFERRED[feature], 'tenant'))}; await own.translations('posts', 1); await own.globalTranslations('site')`,
  ),
  {
    title: 'inferred: declarations whose type does not tell what they have',
    code: `declare const isOn: boolean; declare const any: CollectionConfig & { slug: 'any' }; const one = defineCollection({ slug: 'one', drafts: isOn, versions: { max: 3 }, orderable: isOn, fields: [] }); declare const mine: Cms<ContentTypes<[typeof one, typeof any]>>; await mine.unpublish('one', 1); await mine.findVersions('one', 1); await mine.move('one', 1, { after: 2 }); await mine.unpublish('any', 1); await mine.recover('any', 1); declare const untyped: Cms<import('galley').Types>; await untyped.unpublish('what', 1); await untyped.scheduleGlobal('what', ${ACTION})`,
  },
]

export const DECLARED_FEATURES_WRONG: readonly Case[] = [
  inferred('inferred: a file without its content', `await own.create('media', {})`, ['"media"']),
  {
    title: 'defined: a schedule without drafts',
    code: `defineCollection({ slug: 'a', schedule: true, fields: [{ name: 'a' }] })`,
    error: ['NeedsDrafts'],
  },
  {
    title: 'defined: a schedule of a global without drafts',
    code: `defineGlobal({ slug: 'a', drafts: false, schedule: true, fields: [{ name: 'a' }] })`,
    error: ['NeedsDrafts'],
  },
  {
    title: 'inferred: an unknown permission',
    code: `declare const mine: Cms<ContentTypes<[], [], never, 'admin', { apiKeys: true }>>; await mine.create('api-keys', { name: 'x', permissions: { collections: { users: ['raed'] } } })`,
    error: ['"raed"'],
  },
  ...calls({ local: 'own' }, () => 'events', 'site').map(([slug, code]) =>
    inferred(`inferred: a feature that it does not have: ${code}`, code, [`"${slug}"`]),
  ),
  ...[`translations('posts', 1)`, `globalTranslations('site')`].map((call) => ({
    title: `inferred: translations without localization: ${call}`,
    code: `const posts = defineCollection({ slug: 'posts', fields: [{ name: 'a' }] }); const site = defineGlobal({ slug: 'site', fields: [{ name: 'a' }] }); declare const mine: Cms<ContentTypes<[typeof posts], [typeof site]>>; await mine.${call}`,
    error: [call.includes('posts') ? '"posts"' : '"site"'],
  })),
  inferred('inferred: a feature that a built-in collection does not have', `await own.unpublish('users', 1)`, ['"users"']),
  {
    title: 'inferred: a feature that nothing has',
    code: `const one = defineCollection({ slug: 'one', fields: [{ name: 'a' }] }); declare const mine: Cms<ContentTypes<[typeof one]>>; await mine.recover('one', 1)`,
    error: ['"one"'],
  },
]
