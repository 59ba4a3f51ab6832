/** Says that a start creates its database, because in another working directory that is not the one with the data. Tested by test/store/new-file.test.ts. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '../settings.ts'

export function sayIfNew({ db: { file }, log }: Pick<Settings, 'db' | 'log'>): void {
  if (file === undefined || existsSync(file)) return
  const folder = process.cwd()
  const isInside = !path.relative(folder, file).startsWith('..')
  if (isInside && !existsSync(path.join(folder, 'package.json')))
    log.warn(
      `${file} doesn't exist, so a new, empty database is created. The working directory has no package.json: if your data is elsewhere, start in the folder of your project, or give 'filename' an absolute path`,
    )
  else log.info(`created the database ${file}`)
}
