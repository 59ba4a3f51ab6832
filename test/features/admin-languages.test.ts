/** Languages that a site adds to the admin: their catalogues, what stops the start, what only warns, and the command that writes a catalogue. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { createCms } from '../../lib/cms.ts'
import { textsCommand } from '../../lib/features/admin/texts-command.ts'
import { sessionWith } from '../harness/cli-session.ts'
import { configWith, DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'galley-texts-'))
const broken = path.join(folder, 'broken.json')
writeFileSync(broken, '{\n  "save": x\n}')
const file = path.join(folder, 'ar.json')
writeFileSync(file, JSON.stringify({ save: 'حفظ', 'pages.count': { one: 'مستند واحد', two: 'مستندان', other: '{count} مستندات' } }))

const ARABIC = { code: 'ar', name: 'العربية', dir: 'rtl' as const, texts: file }

async function outcome(admin: object): Promise<{ problem: string; warnings: string[] }> {
  const warnings: string[] = []
  const log = { info() {}, warn: (line: string) => void warnings.push(line), error() {} }
  try {
    await (await createCms(configWith(DATABASES[0]!, { log, admin: admin as never }))).stop()
    return { problem: '', warnings }
  } catch (error) {
    return { problem: (error as Error).message, warnings }
  }
}

describe('features/admin: languages', () => {
  describe('of a running site', () => {
    let started: Started
    before(async () => {
      started = await start(HOSTS[0]!, DATABASES[0]!, { admin: { locale: 'ar', languages: [ARABIC] } })
    })
    after(() => end(started.cms))

    it('are offered by the page, in the direction of their script', async () => {
      const { text } = await request(started.listener).get('/admin').expect(200)
      expect(text)
        .to.contain('<html lang="ar" dir="rtl">')
        .and.to.match(/<cms-admin [^>]*lang="ar" dir="rtl"/)
      expect(text).to.contain('{&quot;code&quot;:&quot;ar&quot;,&quot;name&quot;:&quot;العربية&quot;,&quot;dir&quot;:&quot;rtl&quot;}')
    })

    it('send their texts to everyone, once', async () => {
      const { body, headers } = await request(started.listener).get('/api/cms/admin/texts/ar').expect(200)
      expect(body).to.deep.include({ code: 'ar', dir: 'rtl' })
      expect(body.texts.save).to.equal('حفظ')
      await request(started.listener).get('/api/cms/admin/texts/ar').set('if-none-match', headers['etag']!).expect(304)
      for (const code of ['en', 'fr', '..']) await request(started.listener).get(`/api/cms/admin/texts/${code}`).expect(404)
    })
  })

  const WRONG: [what: string, admin: object, problem: string][] = [
    [
      'a locale that is none of them',
      { locale: 'arr', languages: [ARABIC] },
      "admin.locale: must be one of: en, th, ar. Did you mean 'ar'?",
    ],
    ['a built-in one', { languages: [{ ...ARABIC, code: 'th' }] }, "admin.languages: 'th'"],
    ['a code that no language has', { languages: [{ ...ARABIC, code: 'arabic-' }] }, "the code of a language, such as 'ar'"],
    ['a code in the wrong case', { languages: [{ ...ARABIC, code: 'pt-br' }] }, "must be written 'pt-BR'"],
    ['a misspelt option', { languages: [{ ...ARABIC, direction: 'rtl' }] }, "unknown option 'direction'"],
    ['a direction that no script has', { languages: [{ ...ARABIC, dir: 'right' }] }, 'must be one of: ltr, rtl'],
    ['a file that is not there', { languages: [{ ...ARABIC, texts: './no.json' }] }, 'write it with: galley texts ar'],
    ['a folder', { languages: [{ ...ARABIC, texts: folder }] }, 'is a folder, not a file'],
    ['a file that is not JSON', { languages: [{ ...ARABIC, texts: broken }] }, `broken.json:2:11: unexpected 'x'\n      "save": x`],
    ['a text that is a number', { languages: [{ ...ARABIC, texts: { save: 1 } }] }, 'texts.save: must be a string'],
    ['plural forms without other', { languages: [{ ...ARABIC, texts: { save: { one: 'x' } } }] }, "plural forms with 'other'"],
    [
      'a label in a language that is missing',
      { nav: [{ id: 'a', label: { ar: 'x' } }] },
      "admin.nav[0].label: the admin has no language 'ar'",
    ],
  ]
  for (const [what, admin, problem] of WRONG)
    it(`stop the start: ${what}`, async () => expect((await outcome(admin)).problem.toLowerCase()).to.contain(problem.toLowerCase()))

  it('warn of texts that the admin does not have, and of values that they do not get', async () => {
    const { problem, warnings } = await outcome({ languages: [{ ...ARABIC, texts: { sav: 'x', create: 'x {whatt}', close: 'y' } }] })
    expect(problem).to.equal('')
    expect(warnings.filter((line) => line.startsWith('admin.languages'))).to.deep.equal([
      "admin.languages: the text 'sav' in 'ar' is not a text of the admin. did you mean 'save'?",
      "admin.languages: the text 'create' in 'ar' contains {whatt}, which the admin does not fill in. did you mean 'what'?",
    ])
  })

  it('start from a catalogue that the command writes, and completes', async () => {
    const out = path.join(folder, 'written.json')
    const lines: string[] = []
    const session = sessionWith(
      () => Promise.reject(new Error('needs no project')),
      (line) => lines.push(line),
    )
    await textsCommand.run(session, { out }, 'ar')
    const written = JSON.parse(readFileSync(out, 'utf8'))
    expect(written.save).to.equal('Save')
    expect(Object.keys(written['pages.count'])).to.have.members(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(lines[1]).to.contain("code: 'ar'")
    writeFileSync(out, JSON.stringify({ ...written, save: 'حفظ', cancel: undefined, clse: 'x' }))
    expect(await textsCommand.run(session, { out }, 'ar')).to.deep.equal({ file: out, added: ['cancel'], unknown: ['clse'] })
    const completed = JSON.parse(readFileSync(out, 'utf8'))
    expect(completed).to.deep.include({ save: 'حفظ', cancel: 'Cancel', clse: 'x' })
    expect(lines.at(-1)).to.match(/did you mean 'close'/i)
  })
})
