#!/usr/bin/env node
/** The command line: parses arguments, finds the configuration, and lists the commands.
 * Tested by test/cli/cli.test.ts.
 */
import './check-node.ts'
import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import pc from 'picocolors'
import { GalleyError } from '../errors.ts'
import { features } from '../features.ts'
import { version } from '../version.ts'
import type { Project, Session } from './command.ts'
import { commands as ours } from './commands.ts'
import { findConfig } from './find-config.ts'

/** The CLI's own commands, then those of features. */
const commands = [...ours, ...features.flatMap((feature) => feature.commands ?? [])]

export async function main(argv: string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const program = new Command('galley')
    .description('A headless CMS that is a plugin for your Express or Koa application.')
    .version(version)
    .exitOverride()
    .option('-c, --config <file>', 'the configuration (default: cms.config.ts, .js or .json)')
  let code = 0
  const session: Session = {
    project: () => projectOf(program),
    say: (line = '') => console.log(line),
    fail: (line) => {
      console.error(pc.red(line))
      code = 1
    },
  }
  for (const command of commands) {
    const one = program.command(command.usage).description(command.description)
    for (const [flags, description] of command.options ?? []) one.option(flags, description)
    one.action(async (...args) => command.run(session, args.at(-2), ...args.slice(0, -2)))
  }
  await addConfigured(program, session, argv)
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    console.error(pc.red(messageOf(error)))
    return 1
  }
  return code
}

let kept: Promise<Project> | undefined

function projectOf(program: Command): Promise<Project> {
  kept ??= findConfig(program.opts()['config'])
  return kept
}

/** Adds commands from the configuration to ours; without a configuration there are none. */
async function addConfigured(program: Command, session: Session, argv: string[]): Promise<void> {
  const named = argv.slice(2).find((word, index, all) => !word.startsWith('-') && !['-c', '--config'].includes(all[index - 1] ?? ''))
  if (commands.some((command) => command.usage.split(' ')[0] === named)) return
  const at = argv.findIndex((word) => word === '-c' || word === '--config')
  kept ??= findConfig(at < 0 ? undefined : argv[at + 1])
  const project = await kept.catch(() => undefined)
  if (!project) kept = undefined
  for (const command of project?.config.commands ?? []) {
    program
      .command(`${command.name} [args...]`)
      .description(command.description)
      .addHelpText('after', command.help ? `\n${command.help}` : '')
      .action(async (args: string[]) => {
        const cms = await (await session.project()).open()
        try {
          await command.run({ cms, args, log: session.say })
        } finally {
          await cms.stop()
        }
      })
  }
}

function messageOf(error: unknown): string {
  if (error instanceof GalleyError) return error.message
  return process.env['DEBUG'] ? ((error as Error).stack ?? String(error)) : ((error as Error).message ?? String(error))
}

process.exitCode = await main(process.argv)
// The channel to `galley dev` would keep a finished process alive.
if (process.connected) process.exit()
