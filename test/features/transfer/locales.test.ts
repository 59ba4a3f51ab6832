/** Exports of fields that were localized, where they are not, and the reverse: the default locale's values go along, the others are named. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Config } from '../../../lib/config.ts'
import { exportCommand } from '../../../lib/features/transfer/export.ts'
import { importCommand } from '../../../lib/features/transfer/import.ts'
import { sessionWith } from '../../harness/cli-session.ts'
import { project } from '../../harness/project.ts'
import { end } from '../../harness/start.ts'

const paragraph = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const schema = (localized: boolean) => {
  const words = { name: 'words', ...(localized && { localized }) }
  const body = { name: 'body', type: 'richText', ...(localized && { localized }) }
  const tags = { name: 'tags', type: 'select', options: ['a', 'b'], hasMany: true, ...(localized && { localized }) }
  const any = { name: 'any', type: 'json' }
  return [
    {
      slug: 'posts',
      fields: [
        { name: 'code' },
        words,
        body,
        tags,
        any,
        { name: 'seo', type: 'group', fields: [words] },
        { name: 'rows', type: 'array', fields: [words, { name: 'n', type: 'number' }] },
        { name: 'layout', type: 'blocks', blocks: [{ slug: 'one', fields: [words] }] },
      ],
    },
  ]
}
const LOCALES = { localization: { locales: ['th', 'en'], defaultLocale: 'en' } }
const document = (words: unknown, body: unknown, tags: unknown) => ({
  code: 'x',
  words,
  body,
  tags,
  any: { en: 'is', th: 'data' },
  seo: { words },
  rows: [{ words, n: 1 }],
  layout: [{ blockType: 'one', words }],
})
const inBoth = (en: unknown, th: unknown) => ({ en, th })

describe('transfer: exports of fields that were localized otherwise', () => {
  let folder: string
  beforeEach(() => {
    folder = project()
  })

  const open = (name: string, localized: boolean, more: object) => () =>
    createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db: sqlite({ filename: path.join(folder, `${name}.db`) }),
      log: { info() {}, warn() {}, error: console.error },
      collections: schema(localized),
      ...more,
    } as Config)
  const run = async (command: typeof importCommand, opened: ReturnType<typeof open>, options: object, file: string) => {
    const lines: string[] = []
    const session = sessionWith(opened, (line) => void lines.push(line))
    await command.run(session, options, 'posts', path.join(folder, file)).catch((error: Error) => lines.push(error.message))
    return lines.join('\n')
  }
  const exported = async (localized: boolean, more: object, doc: object, file: string) => {
    const from = open('from', localized, more)
    const cms = await from()
    await cms.create('posts', doc as never, localized ? { locale: 'all' } : {})
    await end(cms)
    await run(exportCommand, from, localized ? { locale: 'all' } : {}, file)
    return readFileSync(path.join(folder, file), 'utf8')
  }
  const read = async (opened: ReturnType<typeof open>, options = {}): Promise<any> => {
    const cms = await opened()
    try {
      return (await cms.find('posts', options)).docs[0]
    } finally {
      await end(cms)
    }
  }
  const contents = ({ words, body, tags, any, seo, rows, layout }: any) => {
    for (const one of [seo.words, rows[0].words, layout[0].words]) expect(one).to.deep.equal(words)
    expect(any).to.deep.equal({ en: 'is', th: 'data' })
    return { words, body, tags }
  }
  const both = document(inBoth('hello', 'sawasdee'), inBoth(paragraph('hello'), paragraph('sawasdee')), inBoth(['a'], ['b', 'a']))

  for (const file of ['posts.jsonl', 'posts.csv']) {
    it(`are taken from ${path.extname(file)} into plain fields by the default locale, and the rest is counted and named`, async () => {
      await exported(true, LOCALES, both, file)
      const to = open('to', false, LOCALES)
      const first = await run(importCommand, to, { verbose: true }, file)
      expect(first).to.include('Created 1, updated 0, failed 0')
      expect(first).to.include("Left out: 4 values of 'words' in th, 1 value of 'body' in th, 1 value of 'tags' in th")
      expect(first).to.match(/posts\.\w+:\d: left out: value of 'words' in th \(it is not localized here\): "sawasdee"/)
      expect(contents(await read(to))).to.deep.equal({ words: 'hello', body: paragraph('hello'), tags: ['a'] })
      const thai = open('thai', false, LOCALES)
      expect(await run(importCommand, thai, { locale: 'th' }, file)).to.include("4 values of 'words' in en")
      expect(contents(await read(thai))).to.deep.equal({ words: 'sawasdee', body: paragraph('sawasdee'), tags: ['b', 'a'] })
    })

    it(`need a word in ${path.extname(file)} where there are no locales, or where fields are localized`, async () => {
      await exported(true, LOCALES, both, file)
      const to = open('to', false, {})
      expect(await run(importCommand, to, {}, file)).to.include(
        'holds a value for each of th, en, and is not localized here: say whose to take, such as --locale th',
      )
      expect(await run(importCommand, to, { locale: 'en', restart: true }, file)).to.include("Left out: 4 values of 'words' in th")
      expect(contents(await read(to, { sort: '-id' }))).to.include({ words: 'hello' })
      const same = open('same', true, LOCALES)
      const refused = await run(importCommand, same, {}, file)
      expect(refused).to.include('holds a value for each of th, en: import the file with --locale all').and.to.include('failed 1')
      expect(await run(importCommand, same, { locale: 'all' }, file)).to.include('Created 1')
      expect(contents(await read(same, { locale: 'all' })).words).to.deep.equal({ en: 'hello', th: 'sawasdee' })
    })

    it(`in a locale that is none here are counted and named, from ${path.extname(file)}`, async () => {
      const three = { localization: { locales: ['th', 'en', 'de'], defaultLocale: 'en' } }
      await exported(true, three, document({ en: 'hello', de: 'hallo' }, { en: paragraph('hello') }, { en: ['a'] }), file)
      const to = open('to', true, LOCALES)
      const first = await run(importCommand, to, { locale: 'all', verbose: true }, file)
      expect(first).to.include('Created 1, updated 0, failed 0').and.to.include("Left out: 4 values of 'words' in de")
      expect(first).to.match(/left out: value of 'words' in de \(no locale here\): "hallo"/)
      expect(contents(await read(to, { locale: 'all' })).words).to.deep.equal(inBoth('hello', null))
    })

    it(`of plain fields become the default locale’s words from ${path.extname(file)}, also with --locale all`, async () => {
      await exported(false, {}, document('hello', paragraph('hello'), ['a', 'b']), file)
      for (const options of [{}, { locale: 'all' }]) {
        const to = open(`to${Object.keys(options).length}`, true, LOCALES)
        expect(await run(importCommand, to, options, file))
          .to.include('Created 1, updated 0, failed 0')
          .and.to.not.include('Left out')
        expect(contents(await read(to, { locale: 'all' }))).to.deep.equal({
          words: inBoth('hello', null),
          body: inBoth(paragraph('hello'), null),
          tags: inBoth(['a', 'b'], []),
        })
      }
    })
  }
})
