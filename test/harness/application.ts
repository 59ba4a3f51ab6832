/** An application of somebody else, in a folder with the packages that it needs: its files, and its answers while it runs. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const INSTALLED = ['express', 'koa', '@koa', '@photostructure', '@types', 'typescript', 'undici-types']

export type Files = Record<string, string>

export function folderWith(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-project-'))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of INSTALLED)
    if (existsSync(path.join(root, 'node_modules', name)))
      symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  symlinkSync(root, path.join(folder, 'node_modules/galley'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/** Starts a program that prints its port, asks it, and ends it. */
export async function whileRunning<T>(
  file: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  ask: (origin: string) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [file], { cwd, env, stdio: 'pipe' })
  let output = ''
  try {
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        output += chunk
        const found = /port (\d+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
      child.stderr.on('data', (chunk) => (output += chunk))
      child.on('exit', () => reject(new Error(output)))
    })
    return await ask(`http://127.0.0.1:${port}`)
  } finally {
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
}
