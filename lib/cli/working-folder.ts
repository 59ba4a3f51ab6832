/** With `--config`, a command works in the project of that file, as if it had been started there. Tested by test/cli/working-folder.test.ts. */
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where the command was started: paths that somebody types begin here, and so do those that commands print. */
const startedIn = process.cwd()

/** Changes the working directory. In the arguments, the path becomes absolute, because commands start other processes with them. */
export function enterProject(argv: string[]): void {
  const end = argv.indexOf('--')
  for (const [index, word] of argv.entries()) {
    if (end >= 0 && index > end) return
    const [, joined] = /^(?:--config=|-c=?(?=.))(.+)$/s.exec(word) ?? []
    if (joined !== undefined) argv.splice(index, 1, '--config', joined)
    else if (word !== '--config' && word !== '-c') continue
    const file = path.resolve(startedIn, argv[index + 1] ?? '')
    if (!argv[index + 1] || !existsSync(file)) continue
    argv[index + 1] = file
    process.chdir(projectOf(file))
  }
}

/** The nearest folder with a package.json, from which `npm start` runs the application; without one, that of the file. */
function projectOf(file: string): string {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder
    if (folder === path.dirname(folder)) return path.dirname(file)
  }
}

/** A path that was typed. */
export const typedPath = (given: string): string => (process.cwd() === startedIn ? given : path.resolve(startedIn, given))

/** The path of a file for a person to read. */
export const pathFromStart = (file: string): string => path.relative(startedIn, path.resolve(file)) || '.'
