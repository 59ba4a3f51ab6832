/** `galley doctor`: checks for common problems and says how to fix them. Tested by test/cli/cli.test.ts. */
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import type { Config } from '../config.ts'
import { riskOf, type SchemaChange } from '../migrations/changes.ts'
import { describeMissing, type MissingCode } from '../migrations/code-memory.ts'
import { takenTables } from '../migrations/taken-tables.ts'
import type { Warning } from '../migrations/warnings.ts'
import { nodeProblem } from '../node-version.ts'
import { isInstalled } from '../optional.ts'
import { isPublicSecret, NEW_SECRET } from '../public-secrets.ts'
import { inWords, type RecentList, type UnindexedLists } from '../query/unindexed-lists.ts'
import type { Store } from '../store/store.ts'
import type { CliCommand, Session } from './command.ts'
import { messageOf } from './message-of.ts'
import { pathFromStart } from './working-folder.ts'

export const doctor: CliCommand = {
  usage: 'doctor',
  description: 'Check versions, the database driver and file, the secret, pending migrations and folders',
  options: [['--queries', 'also print the lists of the last 30 days that no index serves']],
  reports: true,
  async run(session, { queries }) {
    const checks: Check[] = []
    const say = speaker(session, checks)
    let unindexed: readonly RecentList[] | undefined
    say(nodeProblem === undefined, `Node ${process.versions.node}`, nodeProblem)
    const { config, folder, file, open } = await session.project()
    say(true, `configuration ${pathFromStart(file)}`)
    say(...secretCheck(config))
    const uploads = path.resolve(folder, config.upload?.dir ?? 'uploads')
    const isOpen = isWritable(uploads)
    say(isOpen, `uploads can${isOpen ? '' : "'t"} be written to ${uploads}`, `give this user write permission for ${uploads}`)
    say(true, isInstalled('sharp') ? WITH_SHARP : WITHOUT_SHARP)
    try {
      const cms = await open({
        migrate: false,
        ifMissing: 'pretend',
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      })
      try {
        say(true, `the schema is valid: ${cms.engine.model.entities.size} content types`)
        const { file: database, description } = config.db
        if (database !== undefined && !existsSync(database))
          say(false, `the database doesn't exist yet: ${description}`, "if your data is elsewhere, correct 'filename'")
        else {
          say(true, `the database is reachable: ${description}`)
          const damage = await damageOf(cms.engine.store)
          say(
            damage === undefined,
            damage === undefined ? 'the database is intact' : `the database is damaged: ${damage}`,
            'stop writing to it and restore a backup into a new file: npx galley restore <file>',
          )
        }
        const changes = await cms.engine.migrator.plan(cms.engine.tables())
        const missing = await cms.engine.migrator.missingCode(cms.engine.model, cms.engine.tables())
        for (const one of missing) say(false, `the code of ${describeMissing(one)} is missing`, confirmation(one))
        const taken = await takenTables(changes, cms.engine.store)
        for (const table of taken) say(false, `the database already has a table '${table}' that galley did not create`, ANOTHER_PLACE)
        say(
          changes.length === 0,
          changes.length === 0 ? 'no migrations are pending' : pendingInWords(changes),
          taken.length > 0 ? '' : 'look at the plan: npx galley migrate --dry-run; then run: npx galley migrate',
        )
        for (const warning of await cms.engine.migrator.warnings(cms.engine.tables(), cms.engine.model))
          say(false, warning.words, adviceOn(warning))
        if (queries && changes.length === 0) unindexed = await queriesOf(cms.engine.unindexedLists, session)
      } finally {
        await cms.stop()
      }
    } catch (error) {
      say(false, messageOf(error), '')
    }
    return { checks, ...(unindexed && { unindexed }) }
  },
}

function secretCheck({ secret, production = process.env['NODE_ENV'] === 'production' }: Config): [boolean, string, string] {
  const advice = `set another one in production, such as that of: ${NEW_SECRET}`
  if (isPublicSecret(secret)) return [!production, "the secret is one from galley's documentation, so anyone can know it", advice]
  const isLong = typeof secret === 'string' && secret.length >= 32
  return [isLong, isLong ? 'the secret is long enough' : 'the secret is too short or missing', `generate one with: ${NEW_SECRET}`]
}

/** Without the library, a site works, but its pictures do less. */
const WITH_SHARP = 'sharp is installed: pictures can have sizes and be cropped, and broken ones are refused'
const WITHOUT_SHARP =
  'sharp is not installed, which is fine without pictures; for their sizes, for cropping, and to refuse broken ones: npm install sharp'

const confirmation = ({ collection }: MissingCode) =>
  `bring it back, or confirm that it may be gone: npx galley migrate --without-code ${collection}`

const ANOTHER_PLACE = "set tablePrefix, as in sqlite({ filename, tablePrefix: 'cms_' }), or give the CMS another database"

const FILL_IN = 'give these documents a value that the schema accepts, or change the schema'
const RENAME = "correct 'renamedFrom', or remove it if nothing was renamed"

/** The words of a question about a missing `renamedFrom` say what to do. */
function adviceOn(warning: Warning): string {
  if ('ids' in warning) return FILL_IN
  return 'former' in warning ? '' : RENAME
}

interface Check {
  isGood: boolean
  what: string
  todo?: string
}

function speaker(session: Session, checks: Check[]) {
  return (isGood: boolean, what: string, todo = '') => {
    checks.push({ isGood, what, ...(!isGood && todo !== '' && { todo }) })
    if (isGood) session.say(`${pc.green('✓')} ${what}`)
    else session.failCheck(what, todo)
  }
}

/** The lists that no index serves, the one that took the most time in all first. */
async function queriesOf(lists: UnindexedLists, session: Session): Promise<readonly RecentList[]> {
  const recent = await lists.recent(new Date(0))
  session.say()
  if (recent.length === 0) session.say(`${pc.green('✓')} an index serves every list of the last 30 days`)
  for (const list of recent) {
    const { times, average, slowest, lastAt } = list
    session.say(`- ${inWords(list)}`)
    session.say(`    ${times} ${times === 1 ? 'time' : 'times'}, ${ms(average)} on average, ${ms(slowest)} at most; last at ${lastAt}`)
  }
  return recent
}

const ms = (milliseconds: number) => `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`

/** What SQLite's integrity check finds; Postgres checks its pages whenever it reads them. */
async function damageOf(store: Store): Promise<string | undefined> {
  const { file } = store.dialect
  if (!file) return undefined
  const [row] = await store.readLong(file.quickCheck)
  return row?.['found'] === 'ok' ? undefined : String(row?.['found'])
}

function isWritable(folder: string): boolean {
  let at = folder
  while (!existsSync(at)) at = path.dirname(at)
  try {
    accessSync(at, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function pendingInWords(changes: readonly SchemaChange[]): string {
  const many = changes.length === 1 ? '1 change is pending' : `${changes.length} changes are pending`
  const moving = changes.filter((change) => riskOf(change) === 'careful').length
  return moving === 0 ? many : `${many}; renames and conversions among them: ${moving}`
}
