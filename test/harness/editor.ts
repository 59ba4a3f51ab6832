/** An editor with a project open: what the language server of TypeScript 7, or the language service of an older version, says about a file.
 * TYPESCRIPT=<folder>: another version than ours. Tested by test/types/editor.test.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const other = process.env['TYPESCRIPT']

/** Asks about the place where the text has a `|`. */
export interface Editor {
  /** The names that are offered, as they are inserted. */
  completions(marked: string): Promise<string[]>
  hover(marked: string): Promise<string>
  /** The text at each place that the name leads to, with its line. */
  definitions(marked: string): Promise<string[]>
  /** Each error with its explanation. */
  errors(text: string): Promise<string[]>
  close(): void
}

/** `folder` has a `tsconfig.json`; the text is that of its file `edited.ts`. */
export const openEditor = async (folder: string): Promise<Editor> => (other ? languageService(folder, other) : languageServer(folder))

function placeOf(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf('|')
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset }
}

const lineAround = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, `${text}\n`.indexOf('\n', offset)).trim()

/** An answer of the protocol. */
type Answer = any

async function languageServer(folder: string): Promise<Editor> {
  const server = new LanguageServer(folder)
  const file = path.join(folder, 'edited.ts')
  const uri = pathToFileURL(file).href
  writeFileSync(file, '')
  await server.ask('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: false } }, hover: { contentFormat: ['plaintext'] } } },
  })
  server.say('initialized', {})
  server.say('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text: '' } })
  let version = 1
  const show = (text: string) => {
    version += 1
    server.say('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })
  }
  const askAt = (method: string, marked: string): Promise<Answer> => {
    const { text, offset } = placeOf(marked)
    show(text)
    const before = text.slice(0, offset).split('\n')
    return server.ask(method, { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } })
  }
  return {
    async completions(marked) {
      const found = await askAt('textDocument/completion', marked)
      return (found?.items ?? found ?? []).map(({ label }: Answer) => label.replace(/\?$/, ''))
    },
    async hover(marked) {
      const found = await askAt('textDocument/hover', marked)
      return found === null ? '' : String(found.contents?.value ?? found.contents)
    },
    async definitions(marked) {
      const found = await askAt('textDocument/definition', marked)
      return [found ?? []].flat().map((one: Answer) => {
        const { start } = one.targetSelectionRange ?? one.range
        const at = fileURLToPath(one.targetUri ?? one.uri)
        const text = at === file ? placeOf(marked).text : readFileSync(at, 'utf8')
        return `${path.basename(at)}: ${text.split('\n')[start.line]?.trim()}`
      })
    },
    async errors(text) {
      show(text)
      const { items } = await server.ask('textDocument/diagnostic', { textDocument: { uri } })
      return items.filter(({ severity }: Answer) => severity === 1).map(({ message }: Answer) => message)
    },
    close: () => server.end(),
  }
}

/** Speaks JSON-RPC with `tsc --lsp`. */
class LanguageServer {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  #received = Buffer.alloc(0)
  #last = 0

  constructor(folder: string) {
    this.#process = spawn(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--lsp', '--stdio'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#process.stdout?.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#read()
    })
  }

  ask(method: string, params: object): Promise<Answer> {
    this.#last += 1
    const id = this.#last
    this.#send({ id, method, params })
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  say(method: string, params: object): void {
    this.#send({ method, params })
  }

  end(): void {
    this.#process.stdin?.end()
    this.#process.kill()
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  #read(): void {
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, head))?.[1])
      const end = head + 4 + length
      if (this.#received.length < end) return
      this.#take(JSON.parse(this.#received.toString('utf8', head + 4, end)))
      this.#received = this.#received.subarray(end)
    }
  }

  #take({ id, method, params, result, error }: Answer): void {
    if (method !== undefined) {
      // A question of the server, such as for settings.
      if (id !== undefined) this.#send({ id, result: method === 'workspace/configuration' ? params.items.map(() => null) : null })
      return
    }
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }
}

function languageService(folder: string, typescript: string): Editor {
  const ts: Answer = createRequire(import.meta.url)(typescript)
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(folder, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    folder,
  )
  const file = path.join(folder, 'edited.ts')
  let text = ''
  let version = 0
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [...new Set([...fileNames, file])],
    getScriptVersion: (name: string) => (name === file ? String(version) : '1'),
    getScriptSnapshot: (name: string) => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
  })
  const show = (given: string) => {
    text = given
    version += 1
  }
  const at = (marked: string): number => {
    const place = placeOf(marked)
    show(place.text)
    return place.offset
  }
  return {
    completions: async (marked) => (service.getCompletionsAtPosition(file, at(marked), {})?.entries ?? []).map(({ name }: Answer) => name),
    hover: async (marked) => ts.displayPartsToString(service.getQuickInfoAtPosition(file, at(marked))?.displayParts),
    definitions: async (marked) =>
      (service.getDefinitionAtPosition(file, at(marked)) ?? []).map(({ fileName, textSpan }: Answer) => {
        const content = fileName === file ? text : ts.sys.readFile(fileName)
        return `${path.basename(fileName)}: ${lineAround(content, textSpan.start)}`
      }),
    async errors(given) {
      show(given)
      return [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(({ messageText }: Answer) =>
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      )
    },
    close: () => service.dispose(),
  }
}
