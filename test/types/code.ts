/** Functions that a code file gives to fields, typed by the field and the document: what must compile, and mistakes. */
import type { Case } from './cases.ts'

const fields = (code: string) => `defineCode<'posts'>({ fields: { ${code} } })`

export const CODE_RIGHT: readonly Case[] = [
  {
    title: 'code: functions of fields know the value and the document',
    code: fields(`
      title: { validate: (value, { data, operation }) => { const facts: [string | null, string | null | undefined, number | null | undefined] = [value, data.mood, data.author]; return operation === 'create' || facts.length > 1 || 'no' }, defaultValue: ({ user, locale }) => user?.name ?? locale ?? null },
      views: { defaultValue: async () => 3, validate: (value, { data }) => (data.tags ?? []).length > 1 || (value ?? 0) > 1 || 'no' },
      mood: { defaultValue: 'calm' }, reviewedAt: { defaultValue: () => new Date() }, tags: { defaultValue: [1, 2] as const },
      summary: { validate: (value, { data }) => typeof data.summary === 'string' || data.summary?.en === value || 'no' },
      author: { filterOptions: ({ data, id, user, context }) => id !== undefined && user !== null && context['x'] !== 1 && { name: { equals: data.title ?? '' } } },
      'links.to': { filterOptions: async ({ data }) => ({ 'boss.name': { like: data.links?.[0]?.url ?? '' } }) },
      memo: { access: { read: ({ data, user }) => data?.author === user?.id, update: ({ data }) => data?.mood !== 'calm' } },
      seo: { defaultValue: () => ({ title: 'x' }) }, links: { defaultValue: [{ url: '/' }] },
    `),
  },
  {
    title: 'code: rules know the values that are saved',
    code: `defineCode<'posts'>({ access: { create: ({ data, user }) => data?.mood !== 'bright' || user !== null, update: ({ data }) => (data?.views ?? 0) < 3 } }); defineCode<'site'>({ access: { update: ({ data }) => data?.name !== '' } })`,
  },
  {
    title: 'code: rules where they mean something',
    code: `defineCode<'notes'>({ access: { read: 'published', update: 'owner' } }); defineCode<'users'>({ access: { update: 'self' }, fields: { team: { access: { read: 'self' } } } }); defineCode<'site'>({ access: { read: 'anyone' } }); defineConfig({ secret, db: sqlite({ filename: 'a.db' }), collections: [{ schema: './post.graphql', ...defineCode<'posts'>({ access: { update: 'owner' } }) }], globals: [{ schema: './site.graphql', ...defineCode<'site'>({ access: { read: 'loggedIn' } }) }] })`,
  },
  {
    title: 'code: functions of hidden and built-in fields',
    code: `defineCode<'vaults'>({ fields: { secret: { validate: (value, { data }) => data.status !== 'published' || value !== data.secret || 'no' } } }); defineCode<'users'>({ fields: { password: { access: { create: ({ data }) => data?.password !== data?.email } } } }); defineCode<'media'>({ fields: { alt: { validate: (value, { data }) => data.mimeType === 'image/png' || (value ?? '') !== '' || 'describe it' } } })`,
  },
]

export const CODE_WRONG: readonly Case[] = [
  { title: 'code: an unknown default', code: fields(`mood: { defaultValue: 'clam' }`), error: ['"clam"'] },
  { title: 'code: an unknown default of a function', code: fields(`mood: { defaultValue: () => 'clam' }`), error: ['clam'] },
  { title: 'code: a default of another type', code: fields(`views: { defaultValue: 'x' }`), error: ['string'] },
  { title: 'code: a date for a text', code: fields(`title: { defaultValue: () => new Date() }`), error: ['Date'] },
  {
    title: 'code: a misspelt field of the document that is validated',
    code: fields(`title: { validate: (value, { data }) => data.mod === 'calm' || 'no' }`),
    error: ["'mod'", "'mood'"],
  },
  {
    title: 'code: a misspelt field of the document in a filter',
    code: fields(`author: { filterOptions: ({ data }) => ({ name: { equals: data.titel } }) }`),
    error: ["'titel'", "'title'"],
  },
  {
    title: 'code: a misspelt field of the document in a rule of a field',
    code: fields(`memo: { access: { read: ({ data }) => data?.titel === 'x' } }`),
    error: ["'titel'", "'title'"],
  },
  {
    title: 'code: an unknown choice in a rule',
    code: `defineCode<'posts'>({ access: { update: ({ data }) => data?.mood === 'clam' } })`,
    error: ['"clam"'],
  },
  {
    title: 'code: a misspelt operator in a filter that a function returns',
    code: fields(`author: { filterOptions: () => ({ name: { equls: 'x' } }) }`),
    error: ['equls'],
  },
]
