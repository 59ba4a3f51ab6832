/** `galley init`: adds the CMS to an existing application, or creates a small site in an empty folder. Writes all files or none.
 * Tested by test/cli/init.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { badRequest } from '../../errors.ts'
import type { CliCommand, Session } from '../command.ts'
import { inShell } from '../in-shell.ts'
import { pathFromStart } from '../working-folder.ts'
import { byHand } from './application.ts'
import { appended, changeOf, type FileEdit, fromHere, previewOf, removing, undo, writeFiles } from './changes.ts'
import {
  config,
  type DatabaseName,
  developmentPackagesFor,
  environment,
  ignored,
  packageJson,
  packagesFor,
  SCHEMA,
  SERVER,
} from './files.ts'
import { piecesOf } from './pieces.ts'
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
    refuseFile(folder)
    const project = lookAt(folder)
    if (project) await join(session, project, database, options as Options)
    else await begin(session, folder, database, options as Options)
  },
}

/** The folder, or one that it would be in, may be a file. */
function refuseFile(folder: string): void {
  let at = folder
  while (!existsSync(at)) at = path.dirname(at)
  if (!statSync(at).isDirectory()) throw badRequest(`${pathFromStart(at)} is a file, not a folder. Nothing was written`)
}

/** Adds the CMS to an existing application, or what is missing of it. */
async function join(session: Session, project: HostProject, database: DatabaseName, options: Options): Promise<void> {
  const { folder, manager, mounted, existing } = project
  if (existing?.path.endsWith('.json')) throw badRequest(`There is a ${existing.path} here already. Nothing was written`)
  const { changes, config: name, isPlaceKnown, there } = piecesOf(project, database)
  for (const one of there) session.say(`Already there: ${one}`)
  if (mounted && name === undefined) return session.say('Its configuration stays where it is. Nothing was written')
  const [packages, forDevelopment] = [await packagesFor(project, database), developmentPackagesFor(project)]
  if (changes.length === 0 && isPlaceKnown && packages.length === 0) return session.say('Nothing is missing. Nothing was written')
  const installs = [
    ...(packages.length > 0 ? [[ADD[manager], ...packages]] : []),
    ...(forDevelopment.length > 0 ? [[...ADD_DEV[manager], ...forDevelopment]] : []),
  ]
  const commands = installs.map((words) => `${manager} ${words.join(' ')}`)
  if (!(await isAgreed(session, changes, options.install ? commands : [], options))) return
  writeFiles(folder, changes)
  const isInstalled = options.install && installs.every((words) => run(session, folder, manager, words))
  const types = isInstalled && project.typescript ? writeTypes(session, folder) : []
  if (!isPlaceKnown && name !== undefined) {
    const { lines, from } = byHand(project, name)
    session.say()
    session.say(`${whereToAdd(project)}${from === project.app?.path ? '' : `, with the path as seen from ${from}`}:`)
    for (const line of lines) session.say(pc.green(`  ${line}`))
  }
  if (project.passport && existing === undefined) {
    session.say()
    session.say(`Your application uses passport: ${name} says who of its users may work in the CMS. Adapt that line`)
  } else if (project.signIn && !mounted && !project.passport) {
    session.say()
    session.say(
      'Your application seems to sign people in. If some of them should work in the CMS, move its line behind that, and name them with hostUser: docs/host-users.md',
    )
  }
  const into = fromHere('', folder)
  const next = [
    ...(into && !options.install && commands.length > 0 ? [`cd ${inShell(into)}`] : []),
    ...(options.install ? [] : commands),
    ...(project.typescript && types.length === 0 ? ['npx galley types'] : []),
    isPlaceKnown ? 'start your application, and open /admin' : 'add these lines, start your application, and open /admin',
    ...(project.typescript ? ['npx galley types, when the schema has changed'] : []),
  ]
  farewell(session, [...undo(changes, folder), ...removing(types, folder)], next)
  const names = [...packages, ...forDevelopment].map((one) => one.replace(/(.)@.*/, '$1'))
  const before = into ? `cd ${inShell(into)} && ` : ''
  if (options.install && names.length > 0)
    session.say(`  ${before}${manager} ${manager === 'npm' ? 'uninstall' : 'remove'} ${names.join(' ')}`)
}

function whereToAdd({ app, several, other, passport }: HostProject): string {
  if (other !== undefined) return `Add this where you create your application with ${other}`
  const signIn = passport ? ', behind the line that signs people in, such as passport.session()' : ''
  if (app) return `Add this to ${app.path}${signIn}`
  if (several)
    return `${several.path} creates several applications: ${several.variables.join(', ')}. Add this to the one that listens${signIn}`
  return `No file that creates an application was found. Add this where you create yours${signIn}`
}

/** Creates a site in an empty folder. */
async function begin(session: Session, folder: string, database: DatabaseName, options: Options): Promise<void> {
  const isNew = !existsSync(folder)
  if (!isNew && readdirSync(folder).some((name) => name !== '.git'))
    throw badRequest(
      `${folder === process.cwd() ? 'This folder' : pathFromStart(folder)} is not empty and has no package.json. Nothing was written`,
    )
  const project = { modules: 'esm', typescript: false, compiler: undefined, passport: false } as const
  const about = await packageJson(packageName(path.basename(folder)), database)
  const changes = [
    changeOf(folder, 'package.json', () => about),
    changeOf(folder, 'server.js', () => SERVER),
    changeOf(folder, 'cms.config.js', () => config(project, database)),
    ...SCHEMA.map(({ file, text }) => changeOf(folder, `schema/${file}`, () => text)),
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
  const into = fromHere('', folder)
  if (options.install) run(session, folder, manager, ['install'])
  farewell(session, isNew ? [`rm -r ${inShell(into)}`] : undo(changes, folder), [
    ...(into ? [`cd ${inShell(into)}`] : []),
    ...(options.install ? [] : [`${manager} install`]),
    `${manager} start`,
  ])
}

/** What npm accepts of the name of the folder, without accents. */
function packageName(folder: string): string {
  const plain = folder.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'site'
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
  const { status, error } = spawnSync(manager, args, { cwd: folder, stdio: 'inherit', env, shell: process.platform === 'win32' })
  const command = `${manager} ${args.join(' ')}`
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    session.fail(
      `The files were written, but ${manager} is not installed${manager === 'npm' ? '' : ', which this project uses'}. Install it, and then run:\n  ${command}`,
    )
  else if (status !== 0) session.fail(`The files were written, but '${command}' failed. Run it again`)
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
