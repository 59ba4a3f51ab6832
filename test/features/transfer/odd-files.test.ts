/** Files that are not what an import expects: another encoding, keys of objects, headers that name nothing or twice, numbers that would be changed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import { importCommand } from '../../../lib/features/transfer/import.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { sessionWith } from '../../harness/cli-session.ts'
import { temporaryFile } from '../../harness/start.ts'

const FIELDS = [
  { name: 'title' },
  { name: 'body', type: 'richText' },
  { name: 'views', type: 'number' },
  { name: 'free', type: 'json' },
  { name: 'seo', type: 'group', fields: [{ name: 'line' }] },
]

const wordpress = (title: string) => `<?xml version="1.0"?>
<rss xmlns:wp="w"><channel><item>
<title>${title}</title>
<wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>
`
const ghost = (title: string) =>
  `{"db":[{"data":{\n"posts":[\n{"id":1,"title":${JSON.stringify(title)},"html":"<p>a</p>","status":"published"}]}}]}\n`

/** Each says a title in its third line. */
const SOURCES: Record<string, { file: string; text: (title: string) => string; options?: Record<string, string> }> = {
  jsonl: { file: 'a.jsonl', text: (title) => `\n\n${JSON.stringify({ title })}\n` },
  csv: { file: 'a.csv', text: (title) => `title,views\r\n,\r\n"${title}",1\r\n` },
  markdown: { file: 'pages/a.md', text: (title) => `---\n\ntitle: "${title}"\n---\nText\n` },
  wordpress: { file: 'a.xml', text: wordpress, options: { only: 'type=post' } },
  ghost: { file: 'a.json', text: ghost, options: { from: 'ghost' } },
}

describe('cli: import of odd files', function () {
  this.timeout(120_000)
  let folder: string
  let db: string
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const open = (): Promise<Handle> =>
    createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db: sqlite({ filename: db }),
      log: { info() {}, warn() {}, error() {} },
      collections: [{ slug: 'posts', drafts: true, fields: FIELDS }],
    } as never)
  const titles = async (): Promise<(string | null)[]> => {
    const cms = await open()
    const { docs } = await cms.find('posts', { sort: 'id', limit: 0, draft: true })
    await cms.stop()
    return docs.map((doc: any) => doc.title)
  }
  /** The command with an empty database. */
  const bring = async (file: string, options: Record<string, unknown> = {}): Promise<string> => {
    db = temporaryFile('.db')
    let output = ''
    const say = (line: string) => {
      output += `${line}\n`
    }
    const session = sessionWith(open, say)
    await importCommand.run(session, options, 'posts', path.join(folder, file)).catch((error: Error) => say(error.message))
    return output
  }

  before(() => {
    folder = temporaryFile('-files')
  })

  const TITLE = 'Café สวัสดี 👩‍👩‍👧'
  const wide = (text: string, mark = '\uFEFF') => Buffer.from(mark + text, 'utf16le')
  for (const [kind, { file, text, options = {} }] of Object.entries(SOURCES))
    describe(kind, () => {
      const from = kind === 'markdown' ? 'pages' : file
      const brought = async () => (await titles()).filter((title) => title)

      it('is read as UTF-8 and as UTF-16 with a mark @long', async () => {
        for (const content of [text(TITLE), `\uFEFF${text(TITLE)}`, wide(text(TITLE)), wide(text(TITLE)).swap16()]) {
          write(file, content)
          expect(await bring(from, options)).to.include('failed 0')
          expect(await brought()).to.deep.equal([TITLE])
        }
      })

      it('is refused in another encoding by its line, and read when that is named @long', async () => {
        const torn = wide(text('Caf~').replace('~', '\ud83d'))
        for (const content of [Buffer.from(text('Café'), 'latin1'), wide(text('Café'), ''), torn])
          for (const strict of [false, true]) {
            write(file, content)
            const output = await bring(from, { ...options, strict })
            expect(output).to.match(
              /'a\.\w+' (is not UTF-(8|16LE): line 3 has bytes that are not text|has the character NUL in line [123],)/,
            )
            expect(output).to.match(/--encoding|Save it as UTF-8/)
            expect(await titles()).to.deep.equal([])
          }
        for (const [encoding, content] of [
          ['latin1', Buffer.from(text('Café'), 'latin1')],
          ['utf-16le', wide(text('Café'), '')],
          ['utf-16be', wide(text('Café')).swap16()],
        ] as const) {
          write(file, content)
          expect(await bring(from, { ...options, encoding })).to.include('failed 0')
          expect(await brought()).to.deep.equal(['Café'])
        }
      })
    })

  it('names an encoding that nobody knows', async () => {
    write('a.jsonl', '{"title":"a"}\n')
    expect(await bring('a.jsonl', { encoding: 'klingon' })).to.include("--encoding: 'klingon' is not known here")
  })

  it('counts lines right where there are many, in every encoding @long', async () => {
    const lines = Array.from({ length: 2000 }, (_, n) => JSON.stringify({ title: `${n} ${'ก\u0a0a\uFEFF\u2028'.repeat(20)}` }))
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const good = `${lines.join('\n')}\n`
      const bad = encoding === 'utf8' ? Buffer.from([0xff]) : Buffer.from([0x00, 0xd8])
      const mark = encoding === 'utf8' ? '' : '\uFEFF'
      write('many.jsonl', Buffer.concat([Buffer.from(mark + good, encoding), bad, Buffer.from('\n', encoding)]))
      expect(await bring('many.jsonl', { dryRun: true })).to.include('line 2001 has bytes that are not text')
      write('many.jsonl', Buffer.from(mark + lines.slice(0, 500).join('\r\n'), encoding))
      expect(await bring('many.jsonl')).to.include('Created 500, updated 0, failed 0')
      expect(await titles()).to.deep.equal(lines.slice(0, 500).map((line) => JSON.parse(line).title))
    }
  })

  it('refuses keys of objects by their line, and takes the others @long', async () => {
    const keys = ['__proto__', 'constructor', 'prototype']
    const odd = [
      ...keys.map((key) => `{"title":"x","${key}":{"title":"y"}}`),
      ...keys.map((key) => `{"title":"x","free":{"${key}":1}}`),
      ...keys.map((key) => `{"title":"x","seo":{"${key}":1}}`),
    ]
    write('keys.jsonl', `${['{"title":"a"}', ...odd, '{"title":"b","toString":1,"seo.__proto__":"c","valueOf.a":2}'].join('\n')}\n`)
    const output = await bring('keys.jsonl')
    for (let n = 0; n < odd.length; n++) expect(output).to.include(`keys.jsonl:${n + 2}: The key '${keys[n % 3]}' is not allowed`)
    expect(output).to.include(`Created 2, updated 0, failed ${odd.length}`)
    expect(output).to.include("value of 'toString'")
    expect(await titles()).to.deep.equal(['a', 'b'])
    write('keys.csv', 'title,__proto__\na,b\n')
    expect(await bring('keys.csv')).to.include("keys.csv:2: The key '__proto__' is not allowed")
    write('keys/a.md', '---\ntitle: a\n__proto__:\n  title: b\n---\n')
    expect(await bring('keys')).to.include("a.md: The key '__proto__' is not allowed")
    write('list/a.md', '---\n- title\n---\n')
    expect(await bring('list')).to.include('a.md: its front matter: must name fields and their values')
  })

  it('takes records of 100 levels, and refuses deeper ones by their line', async () => {
    const ofLevels = (levels: number) => `{"title":"${levels}","free":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    write('deep.jsonl', `${ofLevels(101)}\n${ofLevels(100)}\n`)
    const output = await bring('deep.jsonl')
    expect(output).to.include('deep.jsonl:1: The data is nested deeper than 100 levels')
    expect(output).to.include('Created 1, updated 0, failed 1')
    expect(await titles()).to.deep.equal(['100'])
  })

  it('refuses headers that name nothing, or one field twice, before anything is written', async () => {
    const headers: [text: string, message: string][] = [
      ['title,views,title\na,1,b\n', "odd.csv' has two columns named 'title' (columns 1 and 3)"],
      ['title, title \na,b\n', "odd.csv' has two columns named 'title' (columns 1 and 2)"],
      [',,\na,b,c\n', "odd.csv' has an empty first line, which must name the fields"],
      ['', "odd.csv' is empty: its first line must name the fields"],
      ['\n\n', "odd.csv' is empty: its first line must name the fields"],
    ]
    for (const [text, message] of headers) {
      write('odd.csv', text)
      const output = await bring('odd.csv')
      expect(output).to.include(message)
    }
    write('odd.csv', 'headline,title\na,b\n')
    expect(await bring('odd.csv', { map: 'headline=title' })).to.include("odd.csv:2: 'headline' and 'title' are both meant for 'title'")
    expect(await titles()).to.deep.equal([])
  })

  it('refuses cells that no column names, and takes empty ones', async () => {
    write('cells.csv', 'title,views,,\na,1,,\nb,2,,,,\nc,3,lost\nd,4,,,,lost\ne\n')
    const output = await bring('cells.csv')
    expect(output).to.include("cells.csv:4: column 3 holds 'lost', and the first line gives it no name")
    expect(output).to.include("cells.csv:5: column 6 holds 'lost', and the first line gives it no name")
    expect(output).to.include('Created 3, updated 0, failed 2')
    expect(await titles()).to.deep.equal(['a', 'b', 'e'])
    expect(await bring('cells.csv', { strict: true })).to.include('--strict: this would leave out 2 unreadable records')
  })

  it('refuses numbers that would be changed, by their line', async () => {
    write(
      'numbers.jsonl',
      '{"views":9007199254740993}\n{"views":1e400}\n{"free":{"a":[9007199254740993]}}\n{"title":"kept","views":9007199254740991}\n',
    )
    const json = await bring('numbers.jsonl')
    for (const [line, field] of [
      [1, 'views: must be between'],
      [2, 'views: must be between'],
      [3, "free: the value at 'a.0' must be between"],
    ])
      expect(json).to.include(`numbers.jsonl:${line}: ${field}`)
    expect(await titles()).to.deep.equal(['kept'])
    write('numbers.csv', 'title,views\na,9007199254740993\nb,1e400\nc,0x10\nd, \ne, 7 \n')
    const table = await bring('numbers.csv')
    for (const line of [2, 3]) expect(table).to.include(`numbers.csv:${line}: views: must be between`)
    expect(table).to.include('numbers.csv:4: views: must be a number')
    expect(table).to.include('Created 2, updated 0, failed 3')
    write('numbers/a.md', '---\ntitle: a\nviews: 9007199254740993\n---\n')
    expect(await bring('numbers')).to.include('a.md: views: must be between')
  })
})
