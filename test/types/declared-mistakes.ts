/** Mistakes in content types in code: each with the words that the first line of its error must contain. */
import type { Case } from './cases.ts'
import { inferred } from './declared.ts'

const collection = (code: string) => `defineConfig({ secret, db, collections: [{ slug: 'posts', ${code} }] })`

export const DECLARED_WRONG: readonly Case[] = [
  { title: 'a misspelt option of a collection', code: collection(`acess: { read: 'anyone' }`), error: ["'acess'", "'access'"] },
  { title: 'a misspelt option of a field', code: collection(`fields: [{ name: 'a', requird: true }]`), error: ["'requird'", "'required'"] },
  { title: 'a misspelt name of a field', code: collection(`fields: [{ nam: 'a' }]`), error: ["'nam'", "'name'"] },
  { title: 'a misspelt type', code: collection(`fields: [{ name: 'a' }, { name: 'b', type: 'txet' }]`), error: ['"txet"', '"text"'] },
  {
    title: 'an option of another type',
    code: collection(`fields: [{ name: 'a', type: 'number', minLength: 3 }]`),
    error: ["'minLength'", 'NumberField'],
  },
  { title: 'a relation to nowhere', code: collection(`fields: [{ name: 'a', type: 'relationship' }]`), error: ['"relationship"'] },
  { title: 'an unknown icon', code: collection(`icon: 'file-txt'`), error: ['"file-txt"', '"file-text"'] },
  { title: 'an unknown rule', code: collection(`access: { read: 'anyon' }`), error: ['"anyon"', '"anyone"'] },
  { title: 'an unknown verb', code: collection(`access: { raed: 'anyone' }`), error: ["'raed'"] },
  { title: 'an unknown hook', code: collection(`hooks: { beforeSave: () => {} }`), error: ["'beforeSave'", 'CollectionHooks'] },
  { title: 'a hook that returns a text', code: collection(`hooks: { beforeChange: () => 'x' }`), error: ["'() => string'"] },
  {
    title: 'a check that says nothing',
    code: collection(`fields: [{ name: 'a', validate: (value) => { value === 'x' } }]`),
    error: ['void'],
  },
  { title: 'a global with a trash', code: `defineConfig({ secret, db, globals: [{ slug: 'site', trash: true }] })`, error: ["'trash'"] },
  {
    title: 'code: an unknown value',
    code: `defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => data.titel } })`,
    error: ["'titel'", "'title'"],
  },
  {
    title: 'code: an unknown value of the document',
    code: `defineCode<'posts'>({ hooks: { afterChange: ({ doc }) => doc.author.name } })`,
    error: ["'doc.author' is possibly 'null'"],
  },
  { title: 'code: a misspelt part', code: `defineCode<'posts'>({ hoks: {} })`, error: ["'hoks'", "'hooks'"] },
  { title: 'code: an unknown slug', code: `defineCode<'psots'>({})`, error: ['"psots"'] },
  {
    title: 'defined: a misspelt option of a field',
    code: `defineCollection({ slug: 'a', fields: [{ name: 'a', requird: true }] })`,
    error: ["'requird'", "'required'"],
  },
  { title: 'defined: a misspelt option', code: `defineCollection({ slug: 'a', acess: {}, fields: [] })`, error: ["'acess'", "'access'"] },
  { title: 'defined: a misspelt type', code: `defineCollection({ slug: 'a', fields: [{ name: 'a', type: 'txet' }] })`, error: ['"txet"'] },
  {
    title: 'defined: an unknown value in a hook',
    code: `defineCollection({ slug: 'a', fields: [{ name: 'title' }], hooks: { beforeChange: ({ data }) => void data.titel } })`,
    error: ["'titel'", "'title'"],
  },
  inferred('inferred: an unknown field', `(await own.find('posts')).docs[0]!.titel`, ["'titel'"]),
  inferred('inferred: a hidden field', `(await own.find('posts')).docs[0]!.token`, ["'token'"]),
  inferred('inferred: an unknown field of a filter', `await own.find('posts', { where: { titel: { equals: 'x' } } })`, [
    "'titel'",
    "'title'",
  ]),
  inferred('inferred: a wrong path', `await own.find('posts', { where: { 'author.nam': { equals: 'x' } } })`, ["'author.nam'"]),
  inferred(
    'inferred: a wrong path behind a second relation',
    `await own.find('posts', { where: { 'author.bos.name': { equals: 'x' } } })`,
    ["'author.bos.name'"],
  ),
  inferred('inferred: an unknown sort', `await own.find('posts', { sort: 'links.url' })`, ['"links.url"']),
  inferred('inferred: a missing value', `await own.create('authors', {})`, ["'name'"]),
  inferred('inferred: a missing group', `await own.create('events', { title: 'x' })`, ["'place'"]),
  inferred('inferred: a missing value of a group', `await own.create('events', { title: 'x', place: { map: { url: 'x' } } })`, ["'city'"]),
  inferred('inferred: a missing group of a group', `await own.create('events', { title: 'x', place: { city: 'x' } })`, ["'map'"]),
  inferred('inferred: a missing value of a group in a row', `await own.update('events', 1, { stops: [{ place: {} }] })`, ["'city'"]),
  inferred('inferred: a missing group in a block', `await own.update('events', 1, { parts: [{ blockType: 'talk' }] })`, ["'place'"]),
  inferred('inferred: a required value of a global that may never have been saved', `(await own.findGlobal('site')).owner.trim()`, [
    'null',
  ]),
  inferred('inferred: a value with a condition', `(await own.find('events')).docs[0]!.link.trim()`, ['null']),
  inferred('inferred: an unknown choice', `await own.update('posts', 1, { mood: 'calmm' })`, ['"calmm"', '"calm"']),
  inferred('inferred: an increment of a text', `await own.increment('posts', 1, 'title')`, ['"title"', '"views"']),
  inferred('inferred: a hidden field in a filter', `await own.find('posts', { where: { token: { equals: 'x' } } })`, ["'token'"]),
  inferred('inferred: a hidden field to sort by', `await own.find('posts', { sort: 'token' })`, ['"token"']),
  inferred('inferred: a default of a global whose scope may hold no value', `(await own.findGlobal('tenant')).name.trim()`, ['null']),
  inferred('inferred: the stored form of a shown group', `(await own.find('vaults')).docs[0]!.masked.a`, ["'a'", 'string']),
  inferred('inferred: a user without an email', `await own.create('users', {})`, ["'email'"]),
  inferred('inferred: an unknown role of a user', `await own.create('users', { email: 'x', role: 'edtor' })`, ['"edtor"', '"editor"']),
  inferred('inferred: an unknown role in a filter', `await own.find('users', { where: { role: { equals: 'edtor' } } })`, ['"edtor"']),
  inferred('inferred: an unknown size', `(await own.find('media')).docs[0]!.sizes.crad`, ["'crad'"]),
  inferred('inferred: what only uploads set', `await own.update('media', 1, { filename: 'x' })`, ["'filename'"]),
  inferred('inferred: a count that only uploads set', `await own.increment('media', 1, 'filesize')`, ['"filesize"']),
  {
    title: 'defined: a hidden field in a document that is read',
    code: `defineCollection({ slug: 'a', fields: [{ name: 'secret', hidden: true }], hooks: { afterRead: ({ doc }) => ({ secret: doc.secret }) } })`,
    error: ["'secret'"],
  },
  {
    title: 'defined: a localized value as one text in a hook',
    code: `defineCollection({ slug: 'a', fields: [{ name: 'title', localized: true }], hooks: { afterChange: ({ doc }) => doc.title?.trim() } })`,
    error: ['possibly'],
  },
  {
    title: 'defined: a required value of a global that was never saved',
    code: `defineGlobal({ slug: 'a', fields: [{ name: 'need', required: true }], hooks: { afterRead: ({ doc }) => ({ need: doc.need.trim() }) } })`,
    error: ['null'],
  },
  {
    title: 'defined: the id of a global',
    code: `defineGlobal({ slug: 'a', fields: [{ name: 'name' }], hooks: { afterChange: ({ doc }) => doc.id.toFixed() } })`,
    error: ["'id'"],
  },
]
