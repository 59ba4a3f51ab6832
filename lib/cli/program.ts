/** The command line: parses arguments, finds the configuration, and lists the commands.
 * Tested by test/cli/cli.test.ts.
 */
import { Command, CommanderError } from 'commander'
import pc from 'picocolors'
import { didYouMean } from '../../schema/nearest.ts'
import { badRequest } from '../errors.ts'
import { features } from '../features.ts'
import type { CommandConfig } from '../options.ts'
import { version } from '../version.ts'
import { type CliCommand, JSON_OPTION, type Project } from './command.ts'
import { commands as ours } from './commands.ts'
import { loadEnvironment } from './env-file.ts'
import { findConfig, NoConfiguration } from './find-config.ts'
import { endSoon } from './left-running.ts'
import { messageOf } from './message-of.ts'
import { TerminalSession } from './session.ts'
import { enterProject, typedPath } from './working-folder.ts'

/** The CLI's own commands, then those of features. */
const commands = [...ours, ...features.flatMap((feature) => feature.commands ?? [])]

export async function main(argv: string[]): Promise<number> {
  enterProject(argv)
  try {
    loadEnvironment('.env')
  } catch (error) {
    console.error(pc.red(messageOf(error)))
    return 1
  }
  const program = new Command('galley')
    .description('A headless CMS that is a plugin for your Express or Koa application.')
    .version(version)
    .exitOverride()
    .option('-c, --config <file>', 'the configuration (default: cms.config.ts, .js or .json)')
  const found = foundOnce(program)
  const [named] = wordsIn(argv)
  const isJson = argv.includes('--json') && commands.some((command) => nameOf(command) === named && command.reports)
  program.configureOutput({ outputError: (text, write) => (isJson ? undefined : write(text)) })
  let code = 0
  for (const command of commands)
    add(command, program, async (options, args) => {
      code = await run(command, found, options, args)
      endSoon()
    })
  if (!commands.some((command) => nameOf(command) === named)) {
    const { own, problem } = await configured(argv, found)
    for (const command of own)
      addOwn(command, program, async (args) => {
        code = await runOwn(command, found, args)
      })
    const names = own.map(({ name }) => name)
    const wanted = named === 'help' ? wordsIn(argv)[1] : named
    const isKnown = wanted === undefined || wanted === 'help' || [...commands.map(nameOf), ...names].includes(wanted)
    if (!isKnown) return refuse(wanted, names, problem)
  }
  try {
    await program.parseAsync(argv)
  } catch (error) {
    const isSaid = error instanceof CommanderError
    if (isSaid && error.exitCode === 0) return 0
    if (isJson) console.log(JSON.stringify({ problems: [messageOf(error).replace(/^error: /, '')] }, null, 2))
    else if (!isSaid) console.error(pc.red(messageOf(error)))
    return isSaid ? error.exitCode : 1
  }
  return code || Number(process.exitCode ?? 0)
}

const nameOf = ({ usage }: CliCommand): string => usage.split(' ')[0] ?? usage

/** The words that are not options, or the value of `--config`; the name of the command comes first. */
const wordsIn = (argv: readonly string[]): string[] =>
  argv.slice(2).filter((word, index, all) => !word.startsWith('-') && !['-c', '--config'].includes(all[index - 1] ?? ''))

function foundOnce(program: Command): () => Promise<Project> {
  let found: Promise<Project> | undefined
  return () => {
    found ??= findConfig(program.opts()['config'])
    return found
  }
}

function add(command: CliCommand, program: Command, action: (options: Record<string, unknown>, args: string[]) => Promise<void>): void {
  const one = program.command(command.usage).description(command.description)
  for (const [flags, description] of command.options ?? []) one.option(flags, description)
  if (command.reports) one.option(...JSON_OPTION)
  one.action((...given) => {
    const files = one.options.filter(({ flags }) => A_PATH.test(flags)).map((option) => option.attributeName())
    const options = Object.entries(given.at(-2)).map(([name, value]) => [name, files.includes(name) ? placed(value) : value])
    refuseEmpty(one, given)
    const args = given.slice(0, -2).map((arg, index) => (A_PATH.test(`<${one.registeredArguments[index]?.name()}>`) ? placed(arg) : arg))
    return action(Object.fromEntries(options), args)
  })
}

/** A variable of a shell that isn't set becomes an empty word. */
function refuseEmpty(command: Command, given: readonly unknown[]): void {
  const options = given.at(-2) as Record<string, unknown>
  const empty = [
    ...command.registeredArguments.filter((_, index) => given[index] === '').map((argument) => `<${argument.name()}>`),
    ...command.options.filter((option) => [options[option.attributeName()]].flat().includes('')).map(({ long, flags }) => long ?? flags),
  ]
  if (empty.length > 0) throw badRequest(`${empty.join(' and ')} ${empty.length === 1 ? 'is' : 'are'} empty`)
}

/** How arguments and options say that they take a path. */
const A_PATH = /<(?:file|folder|database)>/

const placed = (given: unknown): unknown => (typeof given === 'string' && !given.includes('://') ? typedPath(given) : given)

async function run(command: CliCommand, found: () => Promise<Project>, options: Record<string, unknown>, args: string[]): Promise<number> {
  const session = new TerminalSession(found, command.reports === true && options['json'] === true)
  try {
    return session.end(await command.run(session, options, ...args))
  } catch (error) {
    session.failWith(error)
    return session.end()
  }
}

/** The commands of the configuration, or why it can't be read; without a configuration there are none. */
async function configured(
  argv: readonly string[],
  found: () => Promise<Project>,
): Promise<{ own: readonly CommandConfig[]; problem?: string }> {
  const at = argv.findIndex((word) => word === '-c' || word === '--config')
  try {
    const { config } = await (at < 0 ? found() : findConfig(argv[at + 1]))
    return { own: config.commands ?? [] }
  } catch (error) {
    return error instanceof NoConfiguration ? { own: [] } : { own: [], problem: messageOf(error) }
  }
}

function addOwn({ name, description, help }: CommandConfig, program: Command, action: (args: string[]) => Promise<void>): void {
  program
    .command(`${name} [args...]`)
    .description(description)
    .allowUnknownOption()
    .addHelpText('after', `\nThe command receives its arguments and options as 'args'.${help ? `\n\n${help}` : ''}`)
    .action(action)
}

async function runOwn(command: CommandConfig, found: () => Promise<Project>, args: string[]): Promise<number> {
  const session = new TerminalSession(found, false)
  const cms = await (await session.project()).open()
  try {
    const code = await command.run({
      cms,
      args,
      log: (line) => session.say(line),
      get signal() {
        return session.signal
      },
    })
    return typeof code === 'number' ? exitCodeFrom(code) : session.end()
  } finally {
    await cms.stop()
  }
}

const MOST = 255

/** A process has exit codes up to 255. From other numbers, only the last eight bits would count: 256 would be a success. */
const exitCodeFrom = (code: number): number => (Number.isInteger(code) && code >= 0 && code <= MOST ? code : MOST)

function refuse(name: string, own: readonly string[], problem: string | undefined): number {
  // Hardly anybody misspells the first letter; without it, short words resemble too many others.
  const suggestion = didYouMean(
    name,
    [...commands.map(nameOf), ...own].filter((one) => one[0] === name[0]?.toLowerCase()),
  )
  console.error(pc.red(`unknown command '${name}'. ${suggestion}`.trim()))
  if (problem !== undefined) console.error(`Your own commands are missing, because the configuration can't be loaded: ${problem}`)
  if (own.length > 0) console.error(`The commands of your configuration: ${own.join(', ')}`)
  console.error('All commands: npx galley --help')
  return 1
}
