/** A rule that is there without a value, such as a misspelt import, stops the start wherever a rule can stand: its default would let people in. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { configWith, DATABASES } from '../harness/start.ts'

const unset = undefined as never
const field = { name: 'x', access: unset }
const collection = (more: object) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }], ...more }] })
const inside = (fields: object) => ({ collections: [{ slug: 'posts', fields: [fields] }] })
const document = (words: object, property: object = {}) => ({
  schema: [[{ name: 'd.json', document: { type: 'object', properties: { x: { type: 'string', ...property } }, 'x-cms': words } }]],
})
const page = { path: 'x', component: 'x-page', label: 'X', access: unset }
const widget = { component: 'x-widget', access: unset }
const handler = () => null

const NONE = /'access' must be an object, not undefined|access: must be a function, not undefined/
const NO_RULE = /the rule '\w+' must be a function or the name of a rule, not undefined|must be a function or the name of a rule/
const UNKNOWN = /unknown option 'access'/

/** The configuration, and what is said about it. */
const PLACES: Record<string, [given: object, message: RegExp]> = {
  'a collection': [collection({ access: unset }), NONE],
  'an operation of a collection': [collection({ access: { read: unset } }), NO_RULE],
  users: [{ collections: [{ slug: 'users', access: unset }] }, NONE],
  'an operation of media': [{ collections: [{ slug: 'media', access: { read: unset } }] }, NO_RULE],
  'a field': [inside(field), NONE],
  'an operation of a field': [inside({ name: 'x', access: { update: unset } }), NO_RULE],
  'a field of a group': [inside({ name: 'g', type: 'group', fields: [field] }), NONE],
  'a field of rows': [inside({ name: 'rows', type: 'array', fields: [field] }), NONE],
  'a field of a block': [inside({ name: 'b', type: 'blocks', blocks: [{ slug: 'quote', fields: [field] }] }), NONE],
  'a block, which has no rules': [
    inside({ name: 'b', type: 'blocks', blocks: [{ slug: 'quote', access: unset, fields: [{ name: 'x' }] }] }),
    /unknown option 'access' of a block/,
  ],
  'a global': [{ globals: [{ slug: 'site', fields: [{ name: 'x' }], access: unset }] }, NONE],
  'an operation of a global': [{ globals: [{ slug: 'site', fields: [{ name: 'x' }], access: { update: unset } }] }, NO_RULE],
  'the scope of a global': [{ globals: [{ slug: 'site', fields: [{ name: 'x' }], scope: unset }] }, /'scope' must be a function/],
  'a document': [document({ collection: 'd', access: unset }), NONE],
  'an operation of a document': [document({ collection: 'd', access: { read: unset } }), NO_RULE],
  'a property of a document': [document({ collection: 'd' }, { 'x-cms': { access: unset } }), NONE],
  'an operation of a property': [document({ collection: 'd' }, { 'x-cms': { access: { read: unset } } }), NO_RULE],
  'a page of the admin': [{ admin: { pages: [page] } }, /admin\.pages\[0\]\.access: must be a function, not undefined/],
  'a widget of the admin': [{ admin: { dashboard: [widget] } }, /admin\.dashboard\[0\]\.access: must be a function, not undefined/],
  'the scope of the audit log': [{ audit: { scope: unset } }, /audit\.scope: must be a function, not undefined/],
  'a command of the admin, which has no rules': [{ admin: { commands: [{ label: 'X', to: '/x', access: unset }] } }, UNKNOWN],
  'an endpoint, which has no rules': [{ endpoints: [{ path: '/x', method: 'get', handler, access: unset }] }, UNKNOWN],
  'a command of the CLI, which has no rules': [{ commands: [{ name: 'x', description: 'x', run: handler, access: unset }] }, UNKNOWN],
  'a job, which has no rules': [{ jobs: [{ name: 'x', run: handler, access: unset }] }, UNKNOWN],
  'a collection of a plugin': [{ plugins: [(config: object) => ({ ...config, ...collection({ access: unset }) })] }, NONE],
  'a widget of a plugin': [{ plugins: [(config: object) => ({ ...config, admin: { dashboard: [widget] } })] }, NONE],
  'a plugin': [{ plugins: [unset] }, /plugins\[0\]: must be a function/],
  'a collection of a feature': [
    { features: [{ name: 'f', collections: () => [{ slug: 'f', fields: [{ name: 'x' }], access: unset }] }] },
    NONE,
  ],
  'a field that a feature adds': [{ ...collection({}), features: [{ name: 'f', mixin: () => [field] }] }, NONE],
}

describe('access/missing rules', () => {
  for (const [place, [given, message]] of Object.entries(PLACES))
    it(`stops the start for ${place}`, async () => {
      const failure = await createCms(configWith(DATABASES[0]!, given as Partial<Config>)).then(
        async (cms) => {
          await cms.stop()
          return 'it started'
        },
        (error: Error) => error.message,
      )
      expect(failure).to.match(message)
    })

  it('starts where the option is left out', async () => {
    const { access: _, ...open } = page
    const cms = await createCms(configWith(DATABASES[0]!, { ...collection({}), admin: { pages: [open] }, audit: {} } as Partial<Config>))
    await cms.stop()
  })
})
