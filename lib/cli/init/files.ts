/** The files of a project with a CMS: content types, configuration, a secret; in an empty folder also the application. Tested by test/cli/init.test.ts. */
import { randomBytes } from 'node:crypto'
import { version } from '../../version.ts'
import { PRINTER } from '../types.ts'
import type { HostProject } from './project.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** The packages that a project still has to install. */
export async function packagesFor({ has }: Pick<HostProject, 'has'>, database: DatabaseName): Promise<string[]> {
  const driver = await driverToAdd(has, database)
  return [...(has.has('galley') ? [] : [`galley@^${version}`]), ...(driver === undefined ? [] : [driver])]
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
export const SCHEMA: readonly (readonly [file: string, text: string])[] = [
  [
    'schema/posts.graphql',
    `type Post @collection(slug: "posts", useAsTitle: "title", drafts: true, versions: true) @access(read: published) {
  title: String! @length(max: 120)
  slug: Slug! @from(field: "title")
  summary: Text
  cover: Media
  body: RichText
  tags: [Tag!]
}
`,
  ],
  [
    'schema/tags.graphql',
    `type Tag @collection(slug: "tags", useAsTitle: "name") @access(read: anyone) {
  name: String! @unique
}
`,
  ],
]

/** The name of the configuration file, in the project's language and next to its modules. */
export const configName = ({ typescript, modules, app }: Pick<HostProject, 'typescript' | 'modules' | 'app'>): string => {
  const isSrc = typescript && app?.path.startsWith('src/')
  const ending = typescript ? 'ts' : modules === 'cjs' && app?.path.endsWith('.cjs') ? 'cjs' : 'js'
  return `${isSrc ? 'src/' : ''}cms.config.${ending}`
}

export function config(
  { modules, typescript, app, passport }: Pick<HostProject, 'modules' | 'typescript' | 'app' | 'passport'>,
  database: DatabaseName,
): string {
  const up = typescript && app?.path.startsWith('src/') ? '../schema' : './schema'
  const isRequired = modules === 'cjs' && !typescript
  const schema = modules === 'esm' ? `new URL('${up}', import.meta.url)` : `require('node:path').join(__dirname, '${up}')`
  const needs = (names: string, from: string) =>
    isRequired ? `const { ${names} } = require('${from}')` : `import { ${names} } from '${from}'`
  const join = typescript && modules === 'cjs'
  const lines = [
    '// The CMS: where content is kept, and what there is of it. https://www.npmjs.com/package/galley',
    needs('existsSync', 'node:fs'),
    ...(join ? [needs('join', 'node:path')] : []),
    needs('defineConfig', 'galley'),
    ...(passport ? [needs('hostUser', 'galley/passport')] : []),
    needs(database, `galley/${database}`),
    '',
    "if (existsSync('.env')) process.loadEnvFile('.env')",
    '',
    `${isRequired ? 'module.exports =' : 'export default'} defineConfig({`,
    `  secret: ${fromEnvironment('CMS_SECRET', typescript)},`,
    `  db: ${DATABASES[database](typescript)},`,
    `  schema: ${join ? `join(__dirname, '${up}')` : schema},`,
    ...(passport ? HOST_USER : []),
    '})',
    '',
  ]
  return lines.join('\n')
}

const HOST_USER = [
  '  // Which users of passport may work in the CMS, and in which role. Everyone else is a visitor.',
  "  features: [hostUser((user) => (user.isAdmin ? { id: user.id, role: 'editor', name: user.name } : null))],",
]

const DATABASES: Record<DatabaseName, (typescript: boolean) => string> = {
  sqlite: () => "sqlite({ filename: 'cms.db' })",
  postgres: (typescript) => `postgres({ url: ${fromEnvironment('DATABASE_URL', typescript)} })`,
}

/** In brackets, as strict projects with `noPropertyAccessFromIndexSignature` ask for it. */
const fromEnvironment = (name: string, typescript: boolean): string => (typescript ? `process.env['${name}']!` : `process.env.${name}`)

/** Lines that are missing from `.env`. */
export function environment(known: string, database: DatabaseName): string[] {
  const wanted = [
    ['CMS_SECRET', randomBytes(32).toString('base64url')],
    ...(database === 'postgres' ? [['DATABASE_URL', 'postgres://localhost/cms']] : []),
  ] as const
  return wanted
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
