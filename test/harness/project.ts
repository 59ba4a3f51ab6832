/** A project of somebody else: a folder with a configuration and the package installed, in which commands are typed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The command, as it is built. */
export const GALLEY = path.join(root, 'dist/lib/cli/main.js')

export function project(config?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-project-'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  if (config !== undefined) writeFileSync(path.join(folder, 'cms.config.js'), config)
  mkdirSync(path.join(folder, 'node_modules'))
  symlinkSync(root, path.join(folder, 'node_modules/galley'))
  return folder
}

export interface Ran {
  status: number | null
  output: string
}

export function galley(folder: string, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [GALLEY, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 30_000,
  })
  return { status, output: stdout + stderr }
}
