/** Messages about a word use it as its author wrote it: in code, in SDL and in a document. */
import { expect } from 'chai'
import { sdl } from '../../lib/index.ts'
import { build } from '../../schema/build.ts'
import { SchemaError } from '../../schema/problems.ts'
import { inSdl, optionOf, wordsOn } from '../../schema/words.ts'

const builtIn = [{ slug: 'media', fields: [{ name: 'filename' }] }]

async function problemsOf(given: object): Promise<string[]> {
  try {
    await build({ builtIn, ...given } as Parameters<typeof build>[0])
    return []
  } catch (error) {
    if (error instanceof SchemaError) return error.problems.map(({ message }) => message)
    throw error
  }
}

/** The words whose names differ, with a value that a text must not have, and one that is wrong on any field. */
const WORDS: [word: string, option: string, directive: string][] = [
  ['minimum', 'min', '@range(min:)'],
  ['maximum', 'max', '@range(max:)'],
  ['minItems', 'minRows', '@items(min:)'],
  ['maxItems', 'maxRows', '@items(max:)'],
]

describe('messages about words', () => {
  it('are tested here for every word that code or SDL spells in another way', () => {
    const fieldWords = wordsOn('field').filter(({ name }) => !['relation', 'default'].includes(name))
    const different = fieldWords.filter((word) => optionOf(word) !== word.name)
    expect(different.map(({ name }) => name)).to.have.members(WORDS.map(([word]) => word))
    for (const [word, , directive] of WORDS) expect(inSdl(word)).to.equal(directive)
    const inSdlOnly = fieldWords.filter(({ name }) => inSdl(name) !== name && !WORDS.some(([word]) => word === name))
    expect(inSdlOnly.map(({ name }) => inSdl(name))).to.have.members(['@length(min:)', '@length(max:)'])
    expect(inSdl('indexes')).to.equal('@index(fields:)')
  })

  for (const [word, option, directive] of WORDS)
    it(`${option}, ${directive}, ${word}: on a field that has no use for it`, async () => {
      const says = (name: string, path: string) => [`${path}'${name}' has no effect on a field of type text`]
      const document = { title: 'Post', type: 'object', properties: { a: { type: 'string', [word]: 1 } }, 'x-cms': { collection: 'posts' } }
      expect(await problemsOf({ collections: [{ slug: 'posts', fields: [{ name: 'a', [option]: 1 }] }] })).to.deep.equal(
        says(option, `fields.a.${option}: `),
      )
      const argument = directive.replace(':', ': 1')
      expect(await problemsOf({ schema: [sdl`${`type Post @collection(slug: "posts") { a: String ${argument} }`}`] })).to.deep.equal(
        says(directive, ''),
      )
      expect(await problemsOf({ schema: [document] })).to.deep.equal(says(word, `properties.a.${word}: `))
    })

  it('limits of rows on a field with one value', async () => {
    const says = "has no effect on a field with one value; for several values, make it a list ('hasMany' in code)"
    const field = { type: 'integer', maxItems: 2, 'x-cms': { relation: 'media' } }
    const document = { title: 'Post', type: 'object', properties: { a: field }, 'x-cms': { collection: 'posts' } }
    expect(await problemsOf({ collections: [{ slug: 'posts', fields: [{ name: 'a', type: 'upload', maxRows: 2 }] }] })).to.deep.equal([
      `fields.a.maxRows: 'maxRows' ${says}`,
    ])
    expect(await problemsOf({ schema: [sdl`type Post @collection(slug: "posts") { a: Media @items(max: 2) }`] })).to.deep.equal([
      `'@items(max:)' ${says}`,
    ])
    expect(await problemsOf({ schema: [document] })).to.deep.equal([`properties.a.maxItems: 'maxItems' ${says}`])
  })

  it('values of words, and lists of options', async () => {
    const document = { title: 'Post', type: 'object', properties: { a: { enum: [] } }, 'x-cms': { collection: 'posts' } }
    expect(await problemsOf({ schema: [document] })).to.deep.equal(["properties.a.enum: 'enum' must not be empty"])
    expect(await problemsOf({ collections: [{ slug: 'posts', fields: [{ name: 'a', options: [] }] }] })).to.deep.equal([
      "fields.a.options: 'options' must not be empty",
    ])
    expect(await problemsOf({ schema: [sdl`type Post @collection(slug: "posts") { a: String @length(min: -1) }`] })).to.deep.equal([
      "'@length(min:)' must be at least 0",
    ])
  })

  it('indexes', async () => {
    expect(await problemsOf({ schema: [sdl`type Post @collection(slug: "posts") @index(fields: ["b"]) { a: String }`] })).to.deep.equal([
      "'@index(fields:)' names the field 'b', which does not exist here",
    ])
    expect(await problemsOf({ collections: [{ slug: 'posts', indexes: [['a', '-a']], fields: [{ name: 'a' }] }] })).to.deep.equal([
      "indexes[0][1]: 'indexes' names 'a' twice in one index",
    ])
  })
})
