/** The documentation is true: its tables are the code's, its schemas compile, its programs run. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { commands as ours } from '../lib/cli/commands.ts'
import { configSchemaWith } from '../lib/config-schema.ts'
import { features } from '../lib/features.ts'
import { memberNames } from '../lib/local/handle.ts'
import { addedBy } from '../lib/local/members.ts'
import { build } from '../schema/build.ts'
import { builtInTypes } from '../schema/field-types.ts'
import { blocks, pages, projectWith, read, root } from './docs/blocks.ts'
import { filled } from './docs/generated.ts'
import { optionsOf, SECTIONS } from './docs/option-sentences.ts'
import { lifecycle } from './docs/tables.ts'

describe('docs', () => {
  it('hold the tables of the code (npm run docs writes them)', () => {
    for (const page of pages) expect(filled(read(page)), page).to.equal(read(page))
    expect(lifecycle()).to.equal(read('docs/lifecycle.md'))
  })

  it('give every option its sentence, in every section', () => {
    const schemas: [string, Record<string, unknown>][] = [
      ['Config', configSchemaWith(features)['properties']],
      ...Object.entries(SECTIONS).map(([section, name]) => [name, propertiesAt(section)] as [string, Record<string, unknown>]),
    ]
    for (const [name, properties] of schemas)
      expect(Object.keys(optionsOf(name)).sort(), name).to.deep.equal(Object.keys(properties).sort())
  })

  it('name every command, field type and call of the Local API', () => {
    for (const command of [...ours, ...features.flatMap((feature) => feature.commands ?? [])])
      expect(read('docs/cli.md')).to.include(`\`${command.usage}\``)
    for (const type of builtInTypes) expect(read('docs/schema.md')).to.include(`\`${type.name}\``)
    for (const name of memberNames(addedBy(features))) expect(read('docs/local-api.md'), name).to.include(`${name}(`)
  })

  it('are of one shape: what a page is for, an example or a table, pitfalls, and where to read on', () => {
    const own = ['docs/architecture.md', 'docs/lifecycle.md', 'docs/glossary.md', 'docs/tutorial.md', 'docs/troubleshooting.md']
    for (const page of pages.filter((one) => one.startsWith('docs/'))) {
      expect(read(page), page).to.match(/^# .+\n\nFor: /)
      expect(read(page), page).to.match(/```|\| --- \||\|---\|/)
      if (own.includes(page)) continue
      expect(read(page), page).to.include('## Pitfalls')
      expect(read(page), page).to.match(/\]\([a-z-]+\.md\)/)
    }
  })

  it('name the tests that keep each promise of security', () => {
    const promises = [...read('docs/security.md').matchAll(/^\| (?!Promise|---)(.+) \|$/gm)].map(([, row]) => row!)
    expect(promises).to.have.length.above(25)
    for (const row of promises) expect(row).to.match(/ \| (\[[a-z-]+\]\(\.\.\/test\/[a-z/-]+\.test\.ts\)(, )?)+$/)
    const texts = promises.map((row) => row.split(' | ')[0])
    expect(texts.filter((promise, index) => texts.indexOf(promise) !== index)).to.deep.equal([])
    for (const [, label, file] of promises.join('\n').matchAll(/\[([a-z-]+)\]\(\.\.\/(test\/[a-z/-]+\.test\.ts)\)/g)) {
      expect(path.basename(file!, '.test.ts'), file).to.equal(label)
      expect(read(file!), `${file} tests something`).to.match(/\b(it\w*|playing)\(/)
      expect(read(file!), `${file} leaves nothing out`).to.not.match(/\b(describe|it)\.(skip|only)\b/)
    }
  })

  it('list every feature', () => {
    const [, table] = read('docs/architecture.md').split('| Feature | Provides |')
    const listed = [...table!.split('\n\n')[0]!.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!)
    expect(listed).to.have.members(features.map(({ name }) => name))
  })

  it('name files of the code that are there', () => {
    const text = read('docs/architecture.md')
    const named = [...text.matchAll(/`((?:lib|schema|test|adapters|admin-components|client|testing|\.ci)\/[\w./-]+\.[jt]s)`/g)]
    const files = named.map((match) => match[1]!)
    expect(files).to.have.length.above(20)
    expect(files.filter((file) => !existsSync(path.join(root, file)))).to.deep.equal([])
  })

  it('link to what is there', () => {
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)]
        .map((match) => match[1]!)
        .filter((target) => !/^https?:/.test(target))
        .map((target) => [page, path.join(path.dirname(page), target)] as const)
        .filter(([, target]) => !readable(target)),
    )
    expect(dead).to.deep.equal([])
  })

  it('hold schemas that compile, in all three spellings to the same', async () => {
    const builtIn = [
      { slug: 'users', fields: [{ name: 'email' }] },
      { slug: 'media', fields: [{ name: 'filename' }] },
    ]
    const mine = blocks.filter((block) => block.page === 'docs/schema.md')
    const sdl = mine.find((block) => block.language === 'graphql')!.text
    const json = JSON.parse(mine.find((block) => block.language === 'json')!.text)
    const { posts } = await import(
      `data:text/javascript,${encodeURIComponent(mine.find((block) => block.text.includes('export const posts'))!.text)}`
    )
    const documents = await Promise.all(
      [{ schema: [{ name: 'sdl', text: sdl }] }, { schema: [json] }, { collections: [posts] }].map(
        async (declared) => (await build({ builtIn, ...declared })).entities.get('posts')!.document,
      ),
    )
    const { $schema: _, ...document } = documents[1]!
    expect(document).to.deep.equal(documents[0])
    expect(documents[2]).to.deep.equal(documents[0])
    for (const block of blocks.filter((one) => one.language === 'graphql'))
      await build({ builtIn, schema: [{ name: block.page, text: block.text }] })
  })

  it('show in the README three spellings of the same', async () => {
    const mine = blocks.filter((block) => block.page === 'README.md')
    const sdl = mine.find((block) => block.language === 'graphql')!.text
    const json = JSON.parse(mine.find((block) => block.language === 'json')!.text)
    const object = mine.find((block) => block.text.startsWith('const tags'))!.text
    const { tags } = await import(`data:text/javascript,${encodeURIComponent(`export ${object}`)}`)
    const documents = await Promise.all(
      [{ schema: [{ name: 'sdl', text: sdl }] }, { schema: [json] }, { collections: [tags] }].map(
        async (declared) => (await build({ builtIn: [], ...declared })).entities.get('tags')!.document,
      ),
    )
    for (const { $schema: _, ...document } of documents)
      expect({ ...document, title: 'Tag' }).to.deep.equal({ ...documents[0], title: 'Tag' })
  })

  it('hold JavaScript and JSON without mistakes', async () => {
    for (const block of blocks) {
      if (block.language === 'json') JSON.parse(block.text)
      if (block.language === 'js') await transform(block.text, { loader: 'js', target: 'node20' })
    }
  })

  it('start: the page, word by word @long', async function () {
    this.timeout(60_000)
    const mine = blocks.filter((block) => block.page === 'docs/start.md')
    const folder = projectWith({
      'schema/posts.graphql': mine.find((block) => block.language === 'graphql')!.text,
      'server.js': mine.find((block) => block.language === 'js')!.text,
    })
    const child = spawn(process.execPath, ['server.js'], { cwd: folder, env: { ...process.env, PORT: '3967' }, stdio: 'inherit' })
    try {
      const [create, list] = mine
        .filter((block) => block.language === 'sh')
        .at(-1)!
        .text.trim()
        .split('\n')
        .map((line) => line.replaceAll('localhost:3000', '127.0.0.1:3967'))
      await answering('http://127.0.0.1:3967/api/cms/posts')
      expect((await fetched(create!)).status).to.equal(201)
      expect(await (await fetched(list!)).json()).to.deep.equal(JSON.parse(mine.find((block) => block.language === 'json')!.text))
      expect(await (await fetch('http://127.0.0.1:3967/')).text()).to.equal('Hello, galley')
    } finally {
      child.kill()
    }
  })

  it('the program of the README starts and answers', async function () {
    this.timeout(60_000)
    const program = blocks
      .find((block) => block.page === 'README.md' && block.language === 'js')!
      .text.replace('listen(3000)', 'listen(3968)')
    const child = spawn(process.execPath, ['app.js'], { cwd: projectWith({ 'app.js': program }), stdio: ['ignore', 'ignore', 'inherit'] })
    try {
      await answering('http://127.0.0.1:3968/api/cms/posts')
      expect(await (await fetch('http://127.0.0.1:3968/')).json()).to.include({ totalDocs: 0 })
    } finally {
      child.kill()
    }
  })

  it('the program of the Local API runs', () => {
    const program = blocks.find((block) => block.page === 'docs/local-api.md' && block.language === 'js')!.text
    const folder = projectWith({ 'example.mjs': program })
    expect(execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })).to.equal('1 1 Hello 3\n')
  })

  const PRINTS: Record<string, string | readonly string[]> = {
    'docs/admin.md': 'rtl حفظ',
    'docs/authentication.md': '201 201',
    'docs/api-keys.md': '201 403',
    'docs/drafts.md': 'First Second Second',
    'docs/versions.md': '2 Second First First',
    'docs/jobs.md': '1 0',
    'docs/localization.md': ['Tiger,ช้าง ช้าง', 'null Stripes.', 'Elephants ช้าง'],
    'docs/trash-and-order.md': '1 1 1',
    'docs/audit.md': 'update,create Two 0 0 false',
    'docs/webhooks.md': ['create Hello', '401 false'],
    'docs/media.md': 'text/plain media 1 must be of the type: image/*',
    'docs/client.md': 'true UNAUTHENTICATED Hello, galley 1',
    'docs/testing.md': 'Hello true 2',
    'docs/recipes.md': '1 0',
    'docs/host-users.md': 'host:1 200 403',
    'docs/configuration.md': '200 401',
    'docs/hosts.md': ['0 posts', '200 0 posts', '200'],
  }
  const programs = blocks.filter((block) => block.text.startsWith('// runs\n'))
  for (const program of programs) {
    const { page, text } = program
    const nth = programs.filter((one) => one.page === page).indexOf(program)
    it(`the program of ${page} runs @long`, () => {
      const folder = projectWith({ 'example.mjs': text })
      const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })
      expect(printed.trim().split('\n').at(-1)).to.equal([PRINTS[page]].flat()[nth])
    })
  }

  it('the shutdown of docs/hosts.md ends a process whose CMS did not start, too @long', () => {
    const { text } = programs.filter(({ page }) => page === 'docs/hosts.md').at(-1)!
    const folder = projectWith({ 'example.mjs': text.replace(/secret: '.*'/, "secret: 'short'") })
    const { status, stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })
    expect({ status, stdout }).to.deep.equal({ status: 0, stdout: '500\n' })
    expect(stderr).to.include('secret: must be at least 32 characters').and.not.include('    at ')
  })
})

/** The properties that a section's schema knows. */
function propertiesAt(section: string): Record<string, unknown> {
  let at = configSchemaWith(features)
  for (const part of section.split('.')) at = at['properties'][part].items ?? at['properties'][part]
  return at['properties']
}

/** A `curl` line, sent without curl: the address, headers with `-H`, a body with `-d`. */
function fetched(line: string): Promise<Response> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!)
  const headers: Record<string, string> = {}
  let url = ''
  let body: string | undefined
  for (let index = 1; index < words.length; index++) {
    if (words[index] === '-H') {
      const [name, value] = words[++index]!.split(/: */) as [string, string]
      headers[name] = value
    } else if (words[index] === '-d') body = words[++index]
    else url = words[index]!
  }
  return fetch(`http://${url}`.replace('http://http', 'http'), {
    headers,
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body }),
  })
}

function readable(target: string): boolean {
  try {
    readFileSync(path.join(root, target))
    return true
  } catch {
    return false
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}
