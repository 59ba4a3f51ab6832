/** The log's lines: one an event, whatever a visitor put into it. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import { createCms } from '../lib/cms.ts'
import { GalleyError } from '../lib/errors.ts'
import { consoleLog, type Level } from '../lib/log.ts'

const CONTROLS = ['\n', '\r', '\0', '\t', '\u001b[2K', '\u007f', '\u0085', '\u009b31m', '\u2028', '\u2029']

describe('log', () => {
  const lines: [Level, string][] = []
  const log = consoleLog((level, line) => void lines.push([level, line]))
  beforeEach(() => void lines.splice(0))

  for (const control of CONTROLS)
    it(`escapes U+${control.charCodeAt(0).toString(16).padStart(4, '0')} in messages, facts and errors`, () => {
      const forged = `x${control}galley: everything is fine`
      log.warn(forged)
      log.error('failed', { path: forged, doc: { title: forged }, error: new Error(forged) })
      expect(lines.map(([level]) => level)).to.deep.equal(['warn', 'error'])
      for (const [, line] of lines) expect(line).to.match(/^galley: [^\p{Cc}\u2028\u2029]*$/u)
      expect(lines[0]![1]).to.match(/^galley: x(\\n|\\u[0-9a-f]{4}(\[2K|31m)?)galley: everything is fine$/)
    })
})

describe('errors', () => {
  it('print their message once, their code, and a cause that says more', () => {
    const count = (text: string, word: string) => text.split(word).length - 1
    const refused = inspect(new GalleyError('VALIDATION', [{ message: 'is too long', field: 'title' }]))
    expect(count(refused, 'is too long')).to.equal(1)
    expect(refused).to.include('code: VALIDATION')
    const wrapped = inspect(new GalleyError('CONFIG', 'One problem: x', { cause: new Error('One problem: x') }))
    expect(wrapped).to.equal('GalleyError: One problem: x\n  code: CONFIG')
    expect(inspect(new GalleyError('CONFIG', 'Postgres is away', { cause: new Error('ECONNREFUSED') }))).to.include(
      'cause: Error: ECONNREFUSED',
    )
  })

  it('repeat no cause and name no empty property when nobody catches them', async () => {
    const wrong = { secret: 'x', db: {}, collections: [{ slug: 'posts', fields: [{ name: 'title', typ: 'text' }] }] } as never
    const error = await createCms(wrong).catch((thrown: unknown) => thrown)
    const printed = inspect(error, { customInspect: false })
    expect(printed)
      .to.include("unknown option 'typ'")
      .and.not.match(/undefined|\[cause\]|problems: /)
    expect(inspect(new GalleyError('VALIDATION', 'is too long'), { customInspect: false })).to.not.include('undefined')
  })
})
