/** What all commands share: `--json`, Ctrl-C, exit codes, and the commands of the configuration. */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { backup, restoreCommand } from '../../lib/cli/backups.ts'
import type { CliCommand } from '../../lib/cli/command.ts'
import { commands } from '../../lib/cli/commands.ts'
import { migrate } from '../../lib/cli/migrations.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { exportCommand } from '../../lib/features/transfer/export.ts'
import { importCommand } from '../../lib/features/transfer/import.ts'
import { features } from '../../lib/features.ts'
import { sessionWith } from '../harness/cli-session.ts'
import { oneIn } from '../harness/depth.ts'
import { GALLEY, galley, project } from '../harness/project.ts'
import { end, SECRET, temporaryFile } from '../harness/start.ts'

const ALL: readonly CliCommand[] = [...commands, ...features.flatMap((feature) => feature.commands ?? [])]

/** Their output is a document already, or a conversation. */
const WITHOUT_JSON = ['init', 'dev', 'serve', 'schema:print', 'openapi', 'export']

const CONFIG = `import { sqlite } from 'galley/sqlite'
const waiting = ({ signal, log }) => new Promise((resolve) => {
  const end = setTimeout(resolve, 20000)
  signal.addEventListener('abort', () => {
    clearTimeout(end)
    resolve(log('Put away'))
  })
  log('Waiting')
})
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: 'cms.db' }), audit: true,
  collections: [{ slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] }],
  commands: [
    { name: 'seed', description: 'Fills in samples', run: () => 3 },
    { name: 'args', description: 'Prints what it gets', run: ({ args, log }) => log(JSON.stringify(args)) },
    { name: 'wait', description: 'Waits', run: waiting },
    { name: 'wait:four', description: 'Waits', run: async (about) => { await waiting(about); return 4 } },
    ...[256, -1, 1.5, 0].map((code) => ({ name: \`end:\${code}\`.replace('.', '-'), description: 'Ends', run: () => code })),
  ],
}
`

describe('cli: session', function () {
  this.timeout(60_000)
  let folder: string
  before(() => {
    folder = project(CONFIG)
  })

  it('every command that reports has --json', () => {
    const without = ALL.filter(({ reports }) => !reports).map(({ usage }) => usage.split(' ')[0])
    expect(without.sort()).to.deep.equal([...WITHOUT_JSON].sort())
  })

  it('prints one JSON document and nothing else, with its problems @long', () => {
    const { status, output } = galley(folder, 'migrate:status', '--json')
    expect(status, output).to.equal(1)
    const { steps, problems } = JSON.parse(output)
    expect(steps.map(({ words }: { words: string }) => words)).to.satisfy((all: string[]) =>
      all.some((one) => one.startsWith("create the table 'tags'")),
    )
    expect(problems).to.have.length(1)
    expect(problems[0]).to.match(/are pending\. Run:\n {2}npx galley migrate$/)
  })

  it('lists each problem of a failed command with --json @long', () => {
    const broken = project("export default { secert: 'x', colections: [] }")
    const { problems } = JSON.parse(galley(broken, 'schema:check', '--json').output)
    expect(problems.map((line: string) => line.split(/[.:]/)[0])).to.include.members([
      "unknown option 'secert'",
      "unknown option 'colections'",
    ])
    const refused = JSON.parse(galley(folder, 'create-admin', '--email', 'x', '--password', 'y', '--json').output)
    expect(refused.problems).to.deep.equal(['email: must be a valid email address', 'password: must be at least 8 characters'])
  })

  it('prints what is wrong with arguments as a problem, too, with --json @long', () => {
    for (const [args, problem] of [
      [['types', 'extra'], /^too many arguments for 'types'/],
      [['backup'], /^missing required argument 'file'/],
      [['types', '--watsh'], /^unknown option '--watsh'/],
    ] as const) {
      const { status, output } = galley(folder, ...args, '--json')
      expect(status).to.equal(1)
      expect(JSON.parse(output).problems[0]).to.match(problem)
    }
    expect(galley(folder, 'types', 'extra').output).to.match(/^error: too many arguments/)
  })

  it('names a folder that does not exist, and locales that there are none of @long', () => {
    galley(folder, 'migrate')
    for (const args of [['backup'], ['export', 'tags']])
      expect(galley(folder, ...args, '/nowhere/at/all.gz')).to.deep.equal({ status: 1, output: "the folder /nowhere/at doesn't exist\n" })
    expect(galley(folder, 'export', 'tags', '--locale', 'de')).to.deep.equal({
      status: 1,
      output: '--locale de: this configuration has no locales\n',
    })
  })

  it('suggests options, and passes those of your own commands on @long', () => {
    expect(galley(folder, 'schema:check', '--jsn').output)
      .to.include("unknown option '--jsn'")
      .and.include('--json')
    expect(galley(folder, 'args', 'a', '--foo', 'bar', '-x').output).to.match(/\["a","--foo","bar","-x"\]\n$/)
    expect(galley(folder, 'args', '--', '-x', '--help').output).to.match(/\["-x","--help"\]\n$/)
    expect(galley(folder, 'args', '--help').output).to.include("The command receives its arguments and options as 'args'.")
  })

  it('keeps the exit code of a command of the configuration, and suggests one for a misspelt name @long', () => {
    expect(galley(folder, 'seed')).to.include({ status: 3 })
    const { status, output } = galley(folder, 'sead')
    expect(status).to.equal(1)
    expect(output).to.include(
      "unknown command 'sead'. did you mean 'seed'?\nThe commands of your configuration: seed, args, wait, wait:four, end:256, end:-1, end:1-5, end:0\nAll commands: npx galley --help\n",
    )
    const broken = project('export default {')
    expect(galley(broken, 'seed').output).to.match(
      /^unknown command 'seed'\.(?: did you mean.*)?\nYour own commands are missing, because the configuration can't be loaded: /,
    )
  })

  it('makes no success of a number that is no exit code @long', () => {
    const codes = ['end:256', 'end:-1', 'end:1-5', 'end:0'].map((name) => galley(folder, name).status)
    expect(codes).to.deep.equal([255, 255, 255, 0])
  })

  for (const [name, code] of [
    ['wait', 130],
    ['wait:four', 4],
  ] as const)
    it(`lets a command of the configuration end on Ctrl-C: '${name}' with exit code ${code} @long`, async () => {
      const child = spawn(process.execPath, [GALLEY, name], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
        if (String(chunk).includes('Waiting')) child.kill('SIGINT')
      })
      expect(await new Promise((resolve) => child.once('close', resolve))).to.equal(code)
      expect(output).to.match(/Waiting\nPut away\n$/)
    })

  describe('interrupted', () => {
    const filename = temporaryFile('.db')
    const open = (file = filename, more: Partial<Config> = {}, inside = {}) =>
      createCms(
        {
          secret: SECRET,
          db: sqlite({ filename: file }),
          log: { info() {}, warn() {}, error: console.error },
          collections: [{ slug: 'tags', fields: [{ name: 'name', required: true }] }],
          ...more,
        } as Config,
        inside,
      )
    /** Runs a command that is interrupted when it has come so far. */
    async function interrupt(
      command: CliCommand,
      { at, opened = open, options = {} }: { at: number; opened?: () => ReturnType<typeof open>; options?: object },
      ...args: string[]
    ) {
      const stopping = new AbortController()
      const lines: string[] = []
      let steps = 0
      const step = () => {
        if (++steps >= at) stopping.abort(new Error('Interrupted'))
      }
      const say = (line: string) => {
        lines.push(line)
        if (/^\s+\d+ \S/.test(stripVTControlCharacters(line))) step()
      }
      const session = sessionWith(opened, say, {
        progress: (count) => void (count !== undefined && step()),
        signal: stopping.signal,
        interruptible: (outcome, work) =>
          work().catch((error) => {
            if (!stopping.signal.aborted) throw error
            say(`Interrupted. ${outcome}`)
            return undefined
          }),
      })
      await command.run(session, options, ...args)
      return lines
    }
    const count = async (file = filename) => {
      const cms = await open(file)
      const found = await cms.count('tags')
      await end(cms)
      return found
    }

    it('an import keeps what it has written, and goes on from there', async () => {
      const file = temporaryFile('.jsonl')
      writeFileSync(file, Array.from({ length: 10 }, (_, index) => `${JSON.stringify({ name: `n${index}` })}\n`).join(''))
      const lines = await interrupt(importCommand, { at: 4 }, 'tags', file)
      expect(lines).to.include.members([
        'Created 4, updated 0, failed 0',
        'Interrupted after 4 records. Run the same command again to go on',
      ])
      expect(await count()).to.equal(4)
      expect(await interrupt(importCommand, { at: 99 }, 'tags', file)).to.include('With earlier runs: created 10, updated 0')
      expect(await count()).to.equal(10)
    })

    it('an export and a backup leave no file, and a restore leaves an empty database', async () => {
      const [jsonl, gz] = [temporaryFile('.jsonl'), temporaryFile('.db.gz')]
      expect(await interrupt(exportCommand, { at: 3 }, 'tags', jsonl)).to.deep.equal([`Interrupted. ${jsonl} was not written`])
      const unmigrated = () => open(filename, {}, { migrate: false })
      expect((await interrupt(backup, { at: 1, opened: unmigrated }, gz)).at(-1)).to.equal(`Interrupted. ${gz} was not written`)
      for (const file of [jsonl, gz]) expect(existsSync(file), file).to.equal(false)
      await interrupt(backup, { at: 99, opened: unmigrated }, gz)
      const empty = temporaryFile('.db')
      const into = () => open(empty, {}, { migrate: false })
      expect((await interrupt(restoreCommand, { at: 1, opened: into }, gz)).at(-1)).to.equal(
        'Interrupted. Nothing was copied: the database is as empty as before',
      )
      expect((await interrupt(restoreCommand, { at: 99, opened: into }, gz)).at(-1)).to.match(/^Copied \d+ rows/)
      expect(await count(empty)).to.equal(10)
    })

    it('a migration in batches goes on where it was @long', async () => {
      const numbers = temporaryFile('.db')
      const posts = (type: string) => ({ collections: [{ slug: 'posts', fields: [{ name: 'n', type }] }] }) as Partial<Config>
      const cms = await open(numbers, posts('number'))
      await cms.transaction(async (inside) => {
        await inside.create('posts', { n: 1 })
      })
      const { store } = cms.engine
      const columns = (await store.read('pragma table_info("posts")'))
        .map((row) => `"${row['name']}"`)
        .filter((name) => name !== '"id"')
        .join(', ')
      for (let rows = 1; rows < 6000; rows *= 2)
        await store.atomically((connection) => connection.all(`insert into "posts" (${columns}) select ${columns} from "posts"`))
      await end(cms)
      const opened = () => open(numbers, posts('text'), { migrate: false })
      const first = await interrupt(migrate, { at: 3, opened })
      expect(first.at(-1)).to.equal('Interrupted. The current step was undone. Run the command again to go on')
      const second = await interrupt(migrate, { at: 99, opened })
      expect(second.at(-1)).to.match(/^Done: 1 change/)
    })
  })

  it('reads as JSON in every command that needs no more than a database @long', async () => {
    galley(folder, 'migrate')
    writeFileSync(path.join(folder, 'tags.jsonl'), '{"name":"a"}\n')
    for (const args of oneIn(2, [
      ['doctor'],
      ['migrate'],
      ['migrate', '--dry-run'],
      ['migrate:create', 'x'],
      ['schema:check'],
      ['types'],
      ['import', 'tags', 'tags.jsonl'],
      ['jobs:run'],
      ['media:check'],
      ['audit:verify'],
      ['backup', 'site.db.gz'],
      ['create-admin', '--email', 'a@example.org', '--password', 'correct horse'],
    ])) {
      const { status, output } = galley(folder, ...args, '--json')
      expect(status, output).to.equal(0)
      expect(JSON.parse(output), args.join(' ')).to.be.an('object')
    }
  }).timeout(240_000)
})
