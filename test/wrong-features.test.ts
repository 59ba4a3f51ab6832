/** Features in the configuration whose parts nothing reads stop the start. */
import { expect } from 'chai'
import { createCms } from '../lib/cms.ts'
import { features as builtIn } from '../lib/features.ts'
import { wrongFeatures } from '../lib/wrong-features.ts'
import { configWith, DATABASES } from './harness/start.ts'

const WRONG: readonly (readonly [what: string, feature: object, problem: string])[] = [
  ['a misspelt name', { nme: 'x' }, "features[0]: unknown option 'nme'. did you mean 'name'?"],
  ['no name', {}, 'features[0]: needs a name'],
  ['a misspelt part', { name: 'x', rotes: () => [] }, "features[0]: unknown option 'rotes'. did you mean 'routes'?"],
  ['a list in place of a function', { name: 'x', routes: [] }, 'features[0].routes: must be a function, not a list'],
  ['an object in place of a list', { name: 'x', steps: {} }, 'features[0].steps: must be a list, not an object'],
  ['a check that is no function', { name: 'x', check: 'x' }, 'features[0].check: must be a function, not a string'],
  ['null in place of an object', { name: 'x', rules: null }, 'features[0].rules: must be an object, not null'],
]

describe('wrong features', () => {
  for (const [what, feature, problem] of WRONG)
    it(`${what} stops the start`, async () => {
      const failed = await createCms(configWith(DATABASES[0]!, { features: [feature] } as object)).then(
        () => expect.fail('it started'),
        ({ code, message }) => `${code} ${message}`,
      )
      expect(failed)
        .to.match(/^CONFIG /)
        .and.include(problem)
    })

  it('are none of our own, and none with parts on a prototype', () => {
    class Ear {
      readonly name = 'ear'
      hear() {}
    }
    expect(wrongFeatures([...builtIn, new Ear(), { name: 'x', check: undefined }])).to.deep.equal([])
  })
})
