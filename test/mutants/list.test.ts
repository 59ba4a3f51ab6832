/** The table of mutants fits the code: each line is there exactly once, what takes its place compiles, and its tests exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { transformSync } from 'esbuild'
import { mutants } from './list.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('mutants', () => {
  it('have names of their own', () => {
    const names = mutants.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })

  for (const { name, file, before, after, tests, grep, why } of mutants)
    it(name, () => {
      const source = existsSync(path.join(root, file)) ? read(file) : ''
      expect(source.split(before).length - 1, `how often ${file} holds ${JSON.stringify(before)}; mend its entry in test/mutants`).to.equal(
        1,
      )
      const broken = source.replace(before, () => after)
      expect(broken).to.not.equal(source)
      transformSync(broken, { loader: 'ts' })
      expect(tests.filter((test) => !existsSync(path.join(root, test)))).to.deep.equal([])
      expect(why).to.match(/^[A-Z].*\.$/)
      // The name of a test may stand in a file of scenarios next to it.
      const folder = path.dirname(path.join(root, tests[0]!))
      const isNamed = (text: string) =>
        readdirSync(folder).some((one) => one.endsWith('.ts') && readFileSync(path.join(folder, one), 'utf8').includes(text))
      if (grep !== undefined) expect(isNamed(grep), `a test named '${grep}'`).to.equal(true)
    })
})
