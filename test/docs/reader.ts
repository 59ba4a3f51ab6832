/** Follows a page of the documentation word by word: writes the files that it shows, types its commands, and holds what they print against what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { GALLEY } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface CommandOutput {
  command: string
  text: string
  /** What the page says of it, where it says something. */
  wanted: string | undefined
}

export async function follow(page: string): Promise<CommandOutput[]> {
  const reader = await Reader.open()
  const outputs: CommandOutput[] = []
  const blocks = [...readFileSync(path.join(root, page), 'utf8').matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }))
  try {
    for (const [index, { language, text }] of blocks.entries()) {
      const [, file] = /^(?:\/\/|#) file: (\S+)\n/.exec(text) ?? []
      if (file) reader.write(file, text.slice(text.indexOf('\n') + 1))
      if (language !== 'sh') continue
      const next = blocks[index + 1]
      const lines = text.trim().split('\n')
      for (const [at, command] of lines.entries()) {
        const wanted = at === lines.length - 1 && next?.language === 'text' ? next.text.trim() : undefined
        outputs.push({ command, text: await reader.type(command), wanted })
      }
    }
    return outputs
  } finally {
    await reader.leave()
  }
}

export class Reader {
  #at: string
  readonly #port: number
  readonly #tools: string
  #server: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
    this.#at = mkdtempSync(path.join(tmpdir(), 'galley-reader-'))
    this.#tools = path.join(this.#at, '.tools')
    mkdirSync(this.#tools)
    // What the registry would bring is here already.
    this.#tool('npx', `[ "$1" = galley ] && shift && exec "${process.execPath}" "${GALLEY}" "$@"\nexit 127`)
    const packages = ['express', '@photostructure', 'koa'].map((name) => `ln -sfn "${root}/node_modules/${name}" node_modules/${name}`)
    this.#tool(
      'npm',
      `case "$1" in\ninstall) mkdir -p node_modules; ln -sfn "${root}" node_modules/galley; ${packages.join('; ')};;\nstart) exec "${process.execPath}" server.js;;\nesac`,
    )
    this.#tool('node', `exec "${process.execPath}" "$@"`)
  }

  static async open(): Promise<Reader> {
    return new Reader(await freePort())
  }

  get origin(): string {
    return `http://localhost:${this.#port}`
  }

  #tool(name: string, script: string): void {
    writeFileSync(path.join(this.#tools, name), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(this.#tools, name), 0o755)
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.#at, file)), { recursive: true })
    writeFileSync(path.join(this.#at, file), text)
  }

  /** `cd` goes there; what ends with `&` is waited for until it answers, and takes the place of what ran before. */
  async type(command: string): Promise<string> {
    const [, folder] = /^cd (.+)$/.exec(command) ?? []
    if (folder) {
      this.#at = path.join(this.#at, folder)
      return ''
    }
    if (command.endsWith('&')) return this.#start(command.replace(/\s*&$/, ''))
    const child = this.#spawn(command)
    let text = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk))
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${text}`)
    return text
  }

  async #start(command: string): Promise<string> {
    await this.leave()
    this.#server = this.#spawn(command)
    let text = ''
    for (const stream of [this.#server.stdout!, this.#server.stderr!]) stream.on('data', (chunk) => (text += chunk))
    for (const until = Date.now() + 30_000; ; ) {
      const answer = await fetch(`${this.origin}/`).catch(() => undefined)
      if (answer) return text
      if (Date.now() > until || this.#server.exitCode !== null) throw new Error(`${command} does not answer:\n${text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  #spawn(command: string): ChildProcess {
    const env = { ...process.env, PATH: `${this.#tools}:/usr/bin:/bin`, PORT: String(this.#port), NO_COLOR: '1', NODE_ENV: 'development' }
    return spawn('/bin/sh', ['-c', `exec ${command}`], { cwd: this.#at, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async leave(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill('SIGTERM')
    await ended
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
