/** The log's lines: one an event, whatever a visitor put into it. */
import { expect } from 'chai'
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
