/** `cmsHandler` and `cmsFetch` refuse a second argument that can't answer requests when they are called, not when the first one comes. */
import { expect } from 'chai'
import { cmsFetch } from '../../adapters/fetch.ts'
import { cmsHandler } from '../../adapters/node.ts'
import { configWith, DATABASES, end } from '../harness/start.ts'

const WRONG: [given: unknown, says: string][] = [
  [{ listen() {}, callback() {} }, 'an object'],
  [null, 'null'],
  ['app', 'a string'],
  [3, 'a number'],
]

const MAKERS = [
  ['cmsHandler', cmsHandler, 'app.callback() of Koa'],
  ['cmsFetch', cmsFetch, 'app.fetch of Hono'],
] as const

for (const [name, make, example] of MAKERS)
  describe(`the next handler of ${name}`, () => {
    it('must be a function', () => {
      for (const [given, kind] of WRONG)
        expect(() => make(configWith(DATABASES[0]!, {}), given as never)).to.throw(
          `next: must be a function that answers all other requests, such as ${example}, not ${kind}`,
        )
    })

    it('may be missing', async () => {
      const { cms } = make(configWith(DATABASES[0]!, {}))
      await end(await cms)
    })
  })
