/** The files of a project with a CMS: content types, configuration, a secret; in an empty folder also the application. Tested by test/cli/init.test.ts. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { version } from '../../version.ts'
import { PRINTER } from '../types.ts'
import type { HostProject } from './project.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** The packages that a project still has to install. */
export async function packagesFor({ has, framework }: Pick<HostProject, 'has' | 'framework'>, database: DatabaseName): Promise<string[]> {
  const driver = await driverToAdd(has, database)
  const wanted = [...(framework === 'koa' ? ['@koa/router'] : []), ...(driver === undefined ? [] : [driver])]
  return [...(has.has('galley') ? [] : [`galley@^${version}`]), ...wanted.filter((name) => !has.has(name))]
}

/** The packages that only development needs. */
export const developmentPackagesFor = ({ has, typescript }: Pick<HostProject, 'has' | 'typescript'>): string[] =>
  typescript && !has.has(PRINTER) ? [PRINTER] : []

/** The driver that a project lacks: with SQLite one that needs no compiler, and none if Node has its own. */
async function driverToAdd(has: ReadonlySet<string>, database: DatabaseName): Promise<string | undefined> {
  if (database === 'postgres') return has.has('pg') ? undefined : 'pg'
  const { packageToAdd } = await import('../../../adapters/sqlite/clients.ts')
  return packageToAdd(has)
}

const VERSIONS: Record<string, string> = { '@photostructure/sqlite': '^1.2.1', pg: '^8.13.0' }

/** A file for each content type, so that code can be put next to any of them. */
export const SCHEMA: readonly { type: string; file: string; text: string }[] = [
  {
    type: 'Post',
    file: 'posts.graphql',
    text: `type Post @collection(slug: "posts", useAsTitle: "title", drafts: true, versions: true) @access(read: published) {
  title: String! @length(max: 120)
  slug: Slug! @from(field: "title")
  summary: Text
  cover: Media
  body: RichText
  tags: [Tag!]
}
`,
  },
  {
    type: 'Tag',
    file: 'tags.graphql',
    text: `type Tag @collection(slug: "tags", useAsTitle: "name") @access(read: anyone) {
  name: String! @unique
}
`,
  },
]

/** The configuration file, in the project's language, where that is compiled. */
export function configName({ compiler, modules, app }: Pick<HostProject, 'compiler' | 'modules' | 'app'>): string {
  const own = /\.(mjs|cjs|mts)$/.exec(app?.path ?? '')?.[1]
  if (compiler === undefined) return `cms.config.${own ?? 'js'}`
  const isInside = (folder: string) => app === undefined || app.path.startsWith(`${folder}/`)
  const folder = [compiler.source, ...(app && compiler.source === '' ? ['src'] : [])].find((one) => one !== '' && isInside(one)) ?? ''
  return path.posix.join(folder, `cms.config.${own === 'mts' && modules === 'esm' ? own : 'ts'}`)
}

export function config(
  { modules, compiler, typescript, passport }: Pick<HostProject, 'modules' | 'compiler' | 'typescript' | 'passport'>,
  database: DatabaseName,
  file = 'cms.config.js',
  schema = 'schema',
): string {
  const isRequired = modules === 'cjs' && !typescript
  const needs = (names: string, from: string) =>
    isRequired ? `const { ${names} } = require('${from}')` : `import { ${names} } from '${from}'`
  const finding = compiler?.isEquallyDeep === false ? 'started' : modules
  const at = (name: string) => `at('${finding === 'started' ? name : path.posix.relative(path.posix.dirname(file), name)}')`
  const [needed, from, found] = FINDING[finding]
  const lines = [
    '// The CMS: where content is kept, and what there is of it. https://www.npmjs.com/package/galley',
    needs('existsSync', 'node:fs'),
    needs(needed, from),
    needs('defineConfig', 'galley'),
    ...(passport ? [needs('hostUser', 'galley/passport')] : []),
    needs(database, `galley/${database}`),
    '',
    finding === 'started'
      ? '// Start the application in the folder of the project: files are found from there.'
      : '// Files are found from here, wherever the application is started.',
    `const at = (name${typescript ? ': string' : ''}) => ${found}`,
    '',
    `if (existsSync(${at('.env')})) process.loadEnvFile(${at('.env')})`,
    '',
    `${isRequired ? 'module.exports =' : 'export default'} defineConfig({`,
    `  secret: ${fromEnvironment('CMS_SECRET', typescript)},`,
    `  db: ${database === 'sqlite' ? `sqlite({ filename: ${at('cms.db')} })` : `postgres({ url: ${fromEnvironment('DATABASE_URL', typescript)} })`},`,
    `  schema: ${at(schema)},`,
    `  upload: { dir: ${at('uploads')} },`,
    `  backups: { dir: ${at('backups')} },`,
    ...(passport ? HOST_USER : []),
    '})',
    '',
  ]
  return lines.join('\n')
}

/** How a configuration finds files: what it imports for that, from where, and the path of a name. */
const FINDING = {
  esm: ['fileURLToPath', 'node:url', 'fileURLToPath(new URL(name, import.meta.url))'],
  cjs: ['join', 'node:path', 'join(__dirname, name)'],
  started: ['resolve', 'node:path', 'resolve(name)'],
} as const

const HOST_USER = [
  '  // Which users of passport may work in the CMS, and in which role. Everyone else is a visitor.',
  "  features: [hostUser((user) => (user.isAdmin ? { id: user.id, role: 'editor', name: user.name } : null))],",
]

/** In brackets, as strict projects with `noPropertyAccessFromIndexSignature` ask for it. */
const fromEnvironment = (name: string, typescript: boolean): string => (typescript ? `process.env['${name}']!` : `process.env.${name}`)

/** Lines that are missing from `.env`, also for a configuration that is there already. */
export function environment(known: string, database: DatabaseName, written?: string): string[] {
  const wanted = [
    ['CMS_SECRET', randomBytes(32).toString('base64url')],
    ...(database === 'postgres' ? [['DATABASE_URL', 'postgres://localhost/cms']] : []),
  ] as const
  return wanted
    .filter(([name]) => written === undefined || (written.includes(name) && !process.env[name]))
    .filter(([name]) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(known))
    .map(([name, value]) => `${name}=${value}`)
}

/** Lines that are missing from `.gitignore`. */
export const ignored = (known: string, database: DatabaseName): string[] =>
  ['.env', ...(database === 'sqlite' ? ['cms.db*'] : []), 'uploads/', 'backups/'].filter(
    (one) => !known.split('\n').some((line) => line.trim().replace(/^\/|\/$/g, '') === one.replace(/\/$/, '')),
  )

/** An application that contains only the CMS. */
export const SERVER = `// The application: the CMS, and a page that shows what it holds.
${imported('express', 'express')}
${imported('{ cmsMiddleware }', 'galley/express')}
${imported('config', './cms.config.js')}

const app = express()
app.use(cmsMiddleware(config))

app.get('/', async (req, res) => {
  const { docs } = await req.cms.find('posts', { select: ['title', 'slug'], limit: 20 })
  res.send(docs.length === 0 ? '<p>Nothing yet: write something at <a href="/admin">/admin</a>.</p>' : page(docs))
})

const page = (posts) => \`<ul>\${posts.map(({ title }) => \`<li>\${escaped(title)}</li>\`).join('')}</ul>\`
const escaped = (text) => text.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)

const port = Number(process.env.PORT ?? 3000)
const server = app.listen(port)
server.on('listening', () => console.log(\`http://localhost:\${port}        the site\\nhttp://localhost:\${port}/admin  where editors work\`))
server.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? \`Port \${port} is taken. Choose another one: PORT=\${port + 1} npm start\` : error.message)
  process.exit(1)
})
`

export async function packageJson(name: string, database: DatabaseName): Promise<string> {
  const driver = await driverToAdd(new Set(), database)
  const about = {
    name,
    private: true,
    type: 'module',
    // Without a package for it, the driver is a part of Node.
    engines: { node: driver === undefined ? '>=22.13' : '>=20.19' },
    scripts: { start: 'node server.js', migrate: 'galley migrate' },
    dependencies: { ...(driver && { [driver]: VERSIONS[driver] }), express: '^5.1.0', galley: `^${version}` },
  }
  return `${JSON.stringify(about, null, 2)}\n`
}

function imported(what: string, from: string): string {
  return `import ${what} from '${from}'`
}
