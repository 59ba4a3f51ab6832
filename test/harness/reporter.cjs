// Mocha's own report, and for `scripts/test.js`, as lines of JSON in the file that TEST_REPORT names: what failed, and how long each file took.
const { appendFileSync } = require('node:fs')
const path = require('node:path')
const { reporters } = require('mocha')

module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const report = process.env.TEST_REPORT
    if (!report) return
    const times = new Map()
    const count = (one) => times.set(fileOf(one), (times.get(fileOf(one)) ?? 0) + (one.duration ?? 0))
    runner.on('test end', count)
    runner.on('hook end', count)
    runner.once('end', () => {
      const lines = [...this.failures.map(failure), ...[...times].map(([file, ms]) => ({ file, ms }))]
      appendFileSync(report, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    })
  }
}

const fileOf = ({ file }) => file && path.relative(process.cwd(), file)

function failure(test) {
  const { message, stack } = test.err ?? {}
  const error = String(stack ?? message ?? 'no error was given').split('\n')
  return { file: fileOf(test), title: test.fullTitle(), error: error.slice(0, 12).join('\n') }
}
