/** The files that a project's CMS is made of, watched for changes: schema, code, configuration and `.env`. Tested by test/cli/dev.test.ts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { GENERATED } from '../../schema/code-files.ts'
import { TYPES } from './types-place.ts'

/** Milliseconds to wait after a change, because editors write a file in several steps. */
const SETTLES = 120
const WATCHED = /\.(graphql|gql|json|[cm]?[jt]s)$|(^|\/)\.env$/
const UNWATCHED = /(^|\/)(node_modules|dist|build|uploads|backups|coverage|\.(?!env$)[^/]*)(\/|$)/

/** Yields the file of each change, until `signal` is aborted. Several changes at once count as one. */
export async function* eachChange(signal: AbortSignal): AsyncGenerator<string> {
  let changed: string | undefined
  let wake: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const unsettled = new Set<string>()
  const { watch } = await import('chokidar')
  const watcher = watch('.', {
    ignoreInitial: true,
    ignored: (file, stats) => {
      const name = shown(file)
      return UNWATCHED.test(name) || (stats?.isFile() === true && !WATCHED.test(name))
    },
  })
  watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    unsettled.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Before, a file may be half written.
      const own = [...unsettled].find((one) => !isGenerated(one))
      unsettled.clear()
      if (own === undefined) return
      changed = shown(own)
      wake()
    }, SETTLES)
  })
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted) {
      const file = changed
      changed = undefined
      if (file !== undefined) yield file
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    clearTimeout(timer)
    await watcher.close()
  }
}

const shown = (file: string): string => path.relative('.', file).split(path.sep).join('/')

/** What `galley types` writes; reacting to it would never end. */
function isGenerated(file: string): boolean {
  const name = path.basename(file)
  if (name === TYPES) return true
  if (!/^index\.[jt]s$/.test(name)) return false
  try {
    return readFileSync(file, 'utf8').startsWith(GENERATED)
  } catch {
    return false
  }
}
