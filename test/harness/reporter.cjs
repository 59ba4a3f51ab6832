// Mocha's own report, and the failures once more as lines of JSON in the file that TEST_FAILURES names:
// `scripts/test.js` runs those files again, alone, and repeats at the very end what is red.
const { appendFileSync } = require('node:fs')
const path = require('node:path')
const { reporters } = require('mocha')

module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const file = process.env.TEST_FAILURES
    if (file) runner.once('end', () => appendFileSync(file, this.failures.map(line).join('')))
  }
}

function line(test) {
  const { message, stack } = test.err ?? {}
  const said = String(stack ?? message ?? 'no error was given').split('\n')
  const file = test.file && path.relative(process.cwd(), test.file)
  return `${JSON.stringify({ file, title: test.fullTitle(), said: said.slice(0, 12).join('\n') })}\n`
}
