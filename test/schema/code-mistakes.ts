/** Mistakes in the code next to a schema, and what the start says about each. `code.test.ts` makes them. */
export const SDL = 'type Post @collection(slug: "posts") @access(read: anyone) { title: String seo: Seo }\ntype Seo { text: String }'
export const GLOBAL = 'type Site @global(slug: "site") @access(read: anyone) { title: String }'
export const RULE = 'export default { access: { read: () => false } }\n'

export type Files = Record<string, string>

/** The files next to `schema/post.graphql`, and what is said about them. */
export const mistakes: [mistake: string, files: Files, ...messages: string[]][] = [
  // The file is found, and what it exports is wrong.
  [
    'an unknown key',
    { 'post.js': 'export default {\n  acces: { read: () => false },\n}\n' },
    "schema/post.js:2:3: unknown key 'acces'; use one of: access, hooks, fields, preview",
    '      acces: { read: () => false },\n      ^',
    "did you mean 'access'?",
  ],
  [
    'options of a field that is no relation',
    { 'post.js': 'export default { fields: { title: { filterOptions: () => true } } }' },
    "post.js:1:37: 'filterOptions' has no effect on a field of type text",
  ],
  [
    'options that were never defined',
    { 'post.js': 'export default { fields: { title: { filterOptions: undefined } } }' },
    "post.js:1:37: 'filterOptions' must be a filter or a function, not undefined",
  ],
  ['an unknown key in the singular', { 'post.js': 'export default { hook: {} }' }, "1:18: unknown key 'hook'", "did you mean 'hooks'?"],
  ['an unknown key in TypeScript', { 'post.ts': 'export default { acces: {} } as object' }, "post.ts:1:18: unknown key 'acces'"],
  [
    'only a named export',
    { 'post.js': '\nexport const access = { read: () => false }\n' },
    "schema/post.js:2:14: this code has no default export; 'access' would have no effect",
    'export default { access }',
  ],
  [
    'only named exports in TypeScript',
    { 'post.ts': 'export const access = { read: () => false }\nexport const hooks = {}\n' },
    "post.ts:1:14: this code has no default export; 'access', 'hooks' would have no effect",
  ],
  [
    'only named exports, compiled to CommonJS',
    { 'post.js': 'Object.defineProperty(exports, "__esModule", { value: true });\nexports.access = { read: () => false };\n' },
    "this code has no default export; 'access' would have no effect",
  ],
  [
    'a named export beside the default',
    { 'post.js': 'export default {}\nexport const access = { read: () => false }\n' },
    "schema/post.js:2:14: 'access' is exported next to the default export, where it has no effect",
    'export default { access }',
  ],
  [
    'rules that are inherited',
    { 'post.js': 'export default { access: Object.create({ read: () => false }) }' },
    "'access' must be an object, not an object with hidden keys",
  ],
  [
    'rules whose keys are hidden',
    { 'post.js': 'export default { access: Object.defineProperty({}, "read", { value: () => false }) }' },
    "'access' must be an object, not an object with hidden keys",
  ],
  ['a scope, which only a global has', { 'post.js': 'export default { scope: () => null }' }, "unknown key 'scope'"],
  ['an ending in capitals', { 'post.JS': RULE }, 'schema/post.JS'],
  ['no export', { 'post.js': 'const access = { read: () => false }\n' }, 'schema/post.js: this code exports nothing'],
  ['an empty file', { 'post.ts': '' }, 'schema/post.ts: this code exports nothing'],
  [
    'a default that is a function',
    { 'post.js': 'export default () => ({})' },
    'schema/post.js: the code of a content type must be an object, not a function',
  ],
  ['a default that is a list', { 'post.js': 'export default [{}]' }, 'must be an object, not a list'],
  ['a default that is null', { 'post.js': 'export default null' }, 'must be an object, not null'],
  ['a default that is a Map', { 'post.js': 'export default new Map([["access", {}]])' }, 'must be an object, not a Map'],
  [
    'an unknown operation',
    { 'post.js': 'export default { access: { raed: () => false } }' },
    "1:28: unknown key 'raed'; use one of: read, create, update, delete",
    "did you mean 'read'?",
  ],
  ['rules in a list', { 'post.js': 'export default { access: [() => false] }' }, "1:18: 'access' must be an object, not a list"],
  [
    'rules that are undefined',
    { 'post.js': 'const rules = {}\nexport default { access: rules.post }' },
    "2:18: 'access' must be an object, not undefined",
  ],
  [
    'a rule that is undefined',
    { 'post.js': 'const rules = {}\nexport default { access: { read: rules.post } }' },
    "2:28: the rule 'read' must be a function or the name of a rule, not undefined",
  ],
  [
    'a rule that is a boolean',
    { 'post.js': 'export default { access: { read: false } }' },
    "the rule 'read' must be a function or the name of a rule, not a boolean",
  ],
  [
    'a rule that does not exist',
    { 'post.js': "export default { access: { read: 'admins' } }" },
    "1:28: the rule 'admins' doesn't exist",
    "did you mean 'admin'?",
  ],
  [
    'an unknown hook',
    { 'post.js': 'export default { hooks: { beforeSave: () => undefined } }' },
    "1:27: unknown key 'beforeSave'; use one of: beforeValidate",
  ],
  [
    'a hook that is no function',
    { 'post.js': 'export default { hooks: { afterRead: {} } }' },
    "the hook 'afterRead' must be a function or a list of functions",
  ],
  ['a preview that is no function', { 'post.js': 'export default { preview: {} }' }, "'preview' must be a function, not an object"],
  [
    'an unknown field',
    { 'post.js': "export default { fields: { 'seo.txt': {} } }" },
    "schema/post.js:1:29: the code next to 'posts' names the field 'seo.txt', which does not exist",
    "did you mean 'seo.text'?",
  ],
  [
    'an unknown key of a field',
    { 'post.js': 'export default { fields: { title: { acces: { read: () => false } } } }' },
    "1:37: unknown key 'acces'; use one of: access, validate",
    "did you mean 'access'?",
  ],
  [
    'an operation that fields do not have',
    { 'post.js': 'export default { fields: { title: { access: { delete: () => false } } } }' },
    "unknown key 'delete'; use one of: read, create, update",
  ],
  [
    'a rule of a field that is undefined',
    { 'post.js': 'export default { fields: { title: { access: { read: undefined } } } }' },
    "the rule 'read' must be a function or the name of a rule, not undefined",
  ],
  [
    'a field without an object',
    { 'post.js': 'export default { fields: { title: () => false } }' },
    "'title' must be an object, not a function",
  ],
  [
    'a validate that is no function',
    { 'post.js': 'export default { fields: { title: { validate: /x/ } } }' },
    "'validate' must be a function, not a RegExp",
  ],
  [
    'a module that throws',
    { 'post.mjs': '\nthrow new Error("broken twin")' },
    "schema/post.mjs:2:7: the code next to the schema can't be loaded: broken twin",
  ],
  [
    'a module that throws a text',
    { 'post.mjs': 'throw "broken twin"' },
    "schema/post.mjs: the code next to the schema can't be loaded: broken twin",
  ],
  [
    'a module that throws nothing',
    { 'post.ts': 'throw undefined' },
    "schema/post.ts: the code next to the schema can't be loaded: undefined",
  ],
  [
    'a module that is not TypeScript',
    { 'post.ts': 'export default {\n  acc e: 1\n}\n' },
    "schema/post.ts:2:6: the code next to the schema can't be loaded: ParseError",
  ],
  // The file is not found.
  [
    'the slug instead of the file name',
    { 'posts.js': RULE },
    'schema/posts.js: this code belongs to no content type, so its rules would have no effect',
    "did you mean 'schema/post.js'?",
  ],
  ['another case', { 'Post.js': RULE }, 'schema/Post.js: this code belongs to no content type', "did you mean 'schema/post.js'?"],
  ...['cjs', 'cts', 'jsx', 'tsx'].map((ending): [string, Files, ...string[]] => [
    `.${ending}`,
    { [`post.${ending}`]: RULE },
    `schema/post.${ending}: this code belongs to no content type`,
    `did you mean 'schema/post.${ending.includes('t') ? 'ts' : 'js'}'?`,
  ]),
  [
    '.schema before the ending',
    { 'post.schema.js': RULE },
    'schema/post.schema.js: this code belongs to no content type',
    "did you mean 'schema/post.js'?",
  ],
  ['a misspelt name', { 'psot.mjs': RULE }, 'schema/psot.mjs: this code belongs to no content type', "did you mean 'schema/post.mjs'?"],
  [
    'a different name',
    { 'completely-different.ts': RULE },
    'schema/completely-different.ts: this code belongs to no content type',
    "begin its name with '_'",
  ],
  [
    'a folder below',
    { 'rules/post.ts': RULE },
    'schema/rules/post.ts: this code belongs to no content type',
    "did you mean 'schema/post.ts'?",
  ],
  ['an index that nothing generated', { 'index.js': RULE }, 'schema/index.js: this code belongs to no content type'],
  [
    'two at once',
    { 'post.js': RULE, 'post.ts': RULE },
    "schema/post.graphql: 'post.ts' and 'post.js' are both its code, but only one can be used",
    'remove all but one of them',
  ],
  [
    'one for two schema files',
    { 'post.schema.json': '{ "x-cms": { "global": "site" }, "properties": {} }', 'post.js': RULE },
    "schema/post.js: this is the code of several content types: 'post.graphql' and 'post.schema.json'",
  ],
  [
    'several types in one file',
    { 'post.graphql': `${SDL}\n${GLOBAL}`, 'post.js': RULE },
    'schema/post.graphql: the code next to this file matches none of its content types',
  ],
]
