/** `galley init`: adds the CMS to an existing application, or creates a small site in an empty folder. Writes all files or none.
 * Tested by test/cli/init.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { badRequest } from '../../errors.ts'
import type { CliCommand, Session } from '../command.ts'
import { byHand, withMiddleware } from './application.ts'
import { appended, changeOf, type FileEdit, isOne, previewOf, removing, undo, writeFiles } from './changes.ts'
import {
  config,
  configName,
  type DatabaseName,
  developmentPackagesFor,
  environment,
  ignored,
  packageJson,
  packagesFor,
  SCHEMA,
  SERVER,
} from './files.ts'
import { type HostProject, lookAt, type Manager } from './project.ts'

interface Options {
  yes?: boolean
  database?: string
  install: boolean
}

export const initCommand: CliCommand = {
  usage: 'init [folder]',
  description: 'Add the CMS to the Express or Koa application here, or create a small site in an empty folder',
  options: [
    ['-y, --yes', 'write the files without asking'],
    ['--database <name>', 'sqlite or postgres (default: sqlite)'],
    ['--no-install', "don't install packages"],
  ],
  async run(session, options, given) {
    const { database = 'sqlite' } = options as Options
    if (database !== 'sqlite' && database !== 'postgres') throw badRequest(`--database must be sqlite or postgres, not '${database}'`)
    const folder = path.resolve(given ?? '.')
    const project = lookAt(folder)
    if (project) await join(session, project, database, options as Options)
    else await begin(session, folder, database, options as Options)
  },
}

/** Adds the CMS to an existing application. */
async function join(session: Session, project: HostProject, database: DatabaseName, options: Options): Promise<void> {
  const { folder, app, manager } = project
  const known = ['', 'src/'].flatMap((at) => ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `${at}cms.config.${ending}`))
  const there = known.find((name) => existsSync(path.join(folder, name)))
  if (there) throw badRequest(`There is a ${there} here already. Nothing was written`)
  const name = configName(project)
  // Mounted in front of the sign-in, the CMS would take everyone for a visitor.
  const isPlaceKnown = app !== undefined && (!project.passport || app.passportEnd !== undefined)
  const hasSchema = existsSync(path.join(folder, 'schema'))
  const changes = [
    ...(hasSchema ? [] : SCHEMA.map(([file, text]) => changeOf(folder, file, () => text))),
    changeOf(folder, name, () => config(project, database)),
    changeOf(folder, '.env', (before) => appended(before, environment(before, database)), { isSecret: true }),
    changeOf(folder, '.gitignore', (before) => appended(before, ignored(before, database))),
    ...(isPlaceKnown ? [changeOf(folder, app.path, () => withMiddleware(app, project, name))] : []),
  ].filter(isOne)
  const [packages, forDevelopment] = [await packagesFor(project, database), developmentPackagesFor(project)]
  const installs = [
    ...(packages.length > 0 ? [[ADD[manager], ...packages]] : []),
    ...(forDevelopment.length > 0 ? [[...ADD_DEV[manager], ...forDevelopment]] : []),
  ]
  const commands = installs.map((words) => `${manager} ${words.join(' ')}`)
  if (!(await isAgreed(session, changes, options.install ? commands : [], options))) return
  writeFiles(folder, changes)
  const isInstalled = options.install && installs.every((words) => run(session, folder, manager, words))
  const types = isInstalled && project.typescript ? writeTypes(session, folder) : []
  if (!isPlaceKnown) {
    session.say()
    session.say(whereToAdd(project))
    for (const line of byHand(project, name)) session.say(pc.green(`  ${line}`))
  }
  if (project.passport) {
    session.say()
    session.say(`Your application uses passport: ${name} says who of its users may work in the CMS. Adapt that line`)
  }
  const next = [
    ...(options.install ? [] : commands),
    ...(project.typescript && types.length === 0 ? ['npx galley types'] : []),
    'start your application, and open /admin',
    ...(project.typescript ? ['npx galley types, when the schema has changed'] : []),
  ]
  farewell(session, [...undo(changes), ...removing(types)], next)
  const names = [...packages, ...forDevelopment].map((one) => one.replace(/(.)@.*/, '$1'))
  if (options.install && names.length > 0) session.say(`  ${manager} ${manager === 'npm' ? 'uninstall' : 'remove'} ${names.join(' ')}`)
}

function whereToAdd({ app, other, passport }: HostProject): string {
  if (other !== undefined) return `Add this where you create your application with ${other}:`
  const signIn = 'behind the line that signs people in, such as passport.session()'
  if (app) return `Add this to ${app.path}, ${signIn}:`
  return `No file that creates an application was found. Add this where you create yours${passport ? `, ${signIn}` : ''}:`
}

/** Creates a site in an empty folder. */
async function begin(session: Session, folder: string, database: DatabaseName, options: Options): Promise<void> {
  const isNew = !existsSync(folder)
  if (!isNew && readdirSync(folder).some((name) => name !== '.git'))
    throw badRequest(`${path.relative(process.cwd(), folder) || 'This folder'} is not empty and has no package.json. Nothing was written`)
  const project = { modules: 'esm', typescript: false, app: undefined, passport: false } as const
  const name = path
    .basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
  const about = await packageJson(name, database)
  const changes = [
    changeOf(folder, 'package.json', () => about),
    changeOf(folder, 'server.js', () => SERVER),
    changeOf(folder, 'cms.config.js', () => config(project, database)),
    ...SCHEMA.map(([file, text]) => changeOf(folder, file, () => text)),
    changeOf(folder, '.env', () => appended('', environment('', database)), { isSecret: true }),
    changeOf(folder, '.gitignore', () => appended('', ['node_modules/', ...ignored('', database)])),
  ]
  const manager = calledBy()
  if (!(await isAgreed(session, changes, [], options))) return
  mkdirSync(folder, { recursive: true })
  try {
    writeFiles(folder, changes)
  } catch (error) {
    if (isNew) rmdirSync(folder)
    throw error
  }
  const into = path.relative(process.cwd(), folder)
  if (options.install) run(session, folder, manager, ['install'])
  farewell(session, undo(changes), [
    ...(into ? [`cd ${into}`] : []),
    ...(options.install ? [] : [`${manager} install`]),
    `${manager} start`,
  ])
}

async function isAgreed(session: Session, changes: readonly FileEdit[], commands: readonly string[], { yes }: Options) {
  for (const change of changes) {
    session.say(previewOf(change))
    session.say()
  }
  if (commands.length > 0) session.say(`and then: ${commands.join(' && ')}\n`)
  if (yes) return true
  if (!process.stdin.isTTY) throw badRequest('Confirmation needs a terminal. Nothing was written. To write without asking, add --yes')
  const { confirm, isCancel } = await import('@clack/prompts')
  const answer = await confirm({ message: 'Write these files?' })
  if (answer === true && !isCancel(answer)) return true
  session.say('Nothing was written')
  return false
}

const ADD: Record<Manager, string> = { npm: 'install', pnpm: 'add', yarn: 'add' }
const ADD_DEV: Record<Manager, readonly [string, string]> = {
  npm: ['install', '--save-dev'],
  pnpm: ['add', '--save-dev'],
  yarn: ['add', '--dev'],
}

/** Keeps the written files if the command fails, because it can be repeated by hand. */
function run(session: Session, folder: string, manager: Manager, args: readonly string[]): boolean {
  // Without the audit and the request for funding, npm takes a few seconds less.
  const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' }
  const { status } = spawnSync(manager, args, { cwd: folder, stdio: 'inherit', env, shell: process.platform === 'win32' })
  if (status !== 0) session.fail(`The files were written, but '${manager} ${args.join(' ')}' failed. Run it again`)
  return status === 0
}

/** Starts another process, which loads the configuration and the packages that were just installed. Returns the files that it wrote. */
function writeTypes(session: Session, folder: string): string[] {
  // biome-ignore lint/style/noNonNullAssertion: galley always runs from a script
  const args = [process.argv[1]!, 'types', '--json']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] })
  if (status !== 0) {
    session.fail("The files were written, but 'npx galley types' failed. Run it again")
    return []
  }
  const { files, warning } = JSON.parse(stdout) as { files: string[]; warning?: string }
  for (const file of files) session.say(`Wrote ${file}`)
  if (warning !== undefined) session.say(warning)
  return files
}

const calledBy = (): Manager => (/^(pnpm|yarn)\//.exec(process.env['npm_config_user_agent'] ?? '')?.[1] as Manager | undefined) ?? 'npm'

function farewell(session: Session, undoing: readonly string[], next: readonly string[]): void {
  session.say()
  session.say(pc.bold('Next'))
  for (const step of next) session.say(`  ${step}`)
  session.say()
  session.say(pc.bold('To undo'))
  for (const step of undoing) session.say(`  ${step}`)
}
