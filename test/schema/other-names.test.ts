/** What is meant by a name of another spelling or another system: the problem names what this spelling calls it. */
import { expect } from 'chai'
import { build, type Declared } from '../../schema/build.ts'
import { sdl } from '../../schema/sdl-text.ts'

const builtIn = [
  { slug: 'users', fields: [{ name: 'email' }] },
  { slug: 'media', fields: [{ name: 'filename' }] },
]

const reported = (declared: Declared): Promise<string> =>
  build({ builtIn, ...declared }).then(
    () => 'no problem',
    (error: Error) => error.message,
  )

/** Names of another spelling or another system: what each spelling calls them. */
const OTHER_NAMES: [name: string, code: string | undefined, json: string | undefined, directive: string | undefined][] = [
  ['minimum', 'min', undefined, '@range(min:)'],
  ['maximum', 'max', undefined, '@range(max:)'],
  ['min', undefined, 'minimum', '@range(min:)'],
  ['minItems', 'minRows', undefined, undefined],
  ['minRows', undefined, 'minItems', undefined],
  ['default', 'defaultValue', undefined, undefined],
  ['defaultValue', undefined, 'default', '@default'],
  ['relation', 'to', undefined, undefined],
  ['relationTo', 'to', undefined, undefined],
  ['multiple', 'hasMany', undefined, undefined],
  ['enum', 'options', undefined, undefined],
  ['values', 'options', undefined, undefined],
  ['initialValue', 'defaultValue', undefined, undefined],
]

describe('schema/other names', () => {
  for (const [name, code, json, directive] of OTHER_NAMES)
    it(`know what is meant by '${name}'`, async () => {
      const fields = [{ name: 'n', type: 'number', [name]: 1 }]
      const inCode = await reported({ collections: [{ slug: 'posts', fields }] } as Declared)
      if (code) expect(inCode).to.include(`unknown option '${name}'\n  did you mean '${code}'?`)
      const properties = { n: { type: 'number', [name]: 1 } }
      const document = { title: 'Post', type: 'object', 'x-cms': { collection: 'posts' }, additionalProperties: false, properties }
      if (json)
        expect(await reported({ schema: [document] } as Declared))
          .to.include(`unknown word '${name}'`)
          .and.include(`did you mean '${json}'?`)
      if (directive)
        expect(await reported({ schema: [sdl(`type A @collection(slug: "a") { x: Int @${name}(value: 1) }`)] })).to.include(
          `did you mean '${directive}'?`,
        )
    })

  it('know what is meant by an argument of another spelling', async () => {
    const said = await reported({ schema: [sdl`type A @collection(slug: "a") { x: Int @range(minimum: 1) }`] })
    expect(said).to.include('Unknown argument "minimum" on directive "@range"').and.include("did you mean 'min'?")
  })
})
