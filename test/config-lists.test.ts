/** An option that lists wrong things is one problem at the start: no second sentence names what is not there. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import { sqlite } from '../adapters/sqlite/index.ts'
import { checkConfig } from '../lib/config-check.ts'
import { configSchemaWith } from '../lib/config-schema.ts'
import { features } from '../lib/features.ts'
import { SECRET } from './harness/start.ts'

const verdict = async (given: object) =>
  checkConfig({ secret: SECRET, db: sqlite({ filename: ':memory:' }), ...given } as never, features).then(
    () => 'sound',
    (error) => error.message as string,
  )

describe('config-check: lists', () => {
  it('a list of wrong things gets no second sentence about names that are not there', async () => {
    const ITEMS = [
      'en',
      {},
      5,
      null,
      true,
      [],
      { name: 5 },
      { code: {} },
      { id: null },
      { path: 7, method: 3 },
      { name: undefined },
      () => 0,
    ]
    const lists: string[][] = []
    const walk = (option: any, path: string[]): void => {
      if (option.items) lists.push(path)
      for (const [name, inner] of Object.entries(option.properties ?? {})) walk(inner, [...path, name])
      if (option.items?.properties) for (const [name, inner] of Object.entries(option.items.properties)) walk(inner, [...path, '[]', name])
    }
    walk(configSchemaWith(features), [])
    expect(lists.map((path) => path.join('.'))).to.include.members(['admin.languages', 'jobs', 'auth.providers', 'upload.imageSizes'])
    const wrap = (path: string[], value: unknown): unknown =>
      path.reduceRight((inner, name) => (name === '[]' ? [inner] : { [name]: inner }), value)
    const said: string[] = []
    for (const path of lists)
      for (const items of [...ITEMS.map((item) => [item, item]), ITEMS]) {
        const lines = (await verdict(wrap(path, items) as object)).split('\n')
        for (const line of lines)
          if (/undefined|\[object|NaN|Cannot|is not a function|not iterable|'(null|true|5|7)' is/.test(line))
            said.push(`${path.join('.')}: ${inspect(items)}: ${line}`)
      }
    expect(said).to.deep.equal([])
  })
})
