/** The design language: the styles of all elements take their colors, sizes of type, steps of space and corners from the tokens. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

const root = new URL('../../admin-components/', import.meta.url)

interface Declaration {
  file: string
  property: string
  value: string
}

const declarations: Declaration[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/css`((?:[^`\\]|\\.)*)`/g)].flatMap(([, sheet]) =>
      [...sheet!.matchAll(/(?<=[{;]\s*)(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g)].map(([, property, value]) => ({
        file,
        property: property!,
        value: value!,
      })),
    ),
  )

const tokens = declarations.filter(({ file, property }) => file === 'style/tokens.ts' && property.startsWith('--'))
const used = declarations.filter(({ file }) => file !== 'style/tokens.ts')

/** Distances in pixels; calculations with tokens don't count. */
const pixelsIn = (value: string) => [...value.replace(/calc\([^)]*\)/g, '').matchAll(/([\d.]+)px/g)].map(([, number]) => Number(number))

/** Up to this, a distance corrects what the eye sees, such as the gap between a sign and its text. */
const OPTICAL = 6

const RULES: [what: string, isWrong: (declaration: Declaration) => boolean][] = [
  ['colors', ({ value }) => /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab)\(/i.test(value.replace(/var\([^)]*\)/g, ''))],
  [
    'names of colors',
    ({ property, value }) => /color|background|border|shadow|outline|fill/.test(property) && NAMED.test(withoutMixes(value)),
  ],
  ['sizes of type', ({ property, value }) => property === 'font-size' && !/^var\(--[th]\d\)$|em$|^inherit$/.test(value)],
  [
    'steps of space',
    ({ property, value }) =>
      /^(padding|margin|gap|row-gap|column-gap)/.test(property) && pixelsIn(value).some((distance) => distance > OPTICAL),
  ],
  ['corners', ({ property, value }) => property.endsWith('radius') && !/var\(--radius\)|^(50%|99px|inherit|0|[0-6]px)( |$)/.test(value)],
  ['shadows', ({ property, value }) => property === 'box-shadow' && !/var\(--|^none$/.test(value)],
]

const NAMED = /\b(white|black|red|green|blue|gray|grey|yellow|orange)\b/
/** A token mixed with black or white stays a shade of it. */
const withoutMixes = (value: string) => value.replace(/color-mix\(in oklab, var\([^)]*\) \d+%, (white|black)\)/g, '')

describe('admin-components: the design language', () => {
  for (const [what, isWrong] of RULES)
    it(`is the only place for ${what}`, () => {
      expect(used.filter(isWrong).map(({ file, property, value }) => `${file}: ${property}: ${value}`)).to.deep.equal([])
    })

  it('has tokens that are all used', () => {
    const all = used.map(({ value }) => value).join(' ') + tokens.map(({ value }) => value).join(' ')
    const scripts = readFileSync(new URL('element.ts', root), 'utf8')
    expect(tokens.map(({ property }) => property).filter((name) => !all.includes(`var(${name}`) && !scripts.includes(name))).to.deep.equal(
      [],
    )
  })

  it('finds tokens where they are used, and nothing that is not one', () => {
    const known = new Set(tokens.map(({ property }) => property))
    const named = used.flatMap(({ file, value }) => [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => [file, name!] as const))
    const unknown = named.filter(([, name]) => !known.has(name) && !name.startsWith('--cms-') && !isLocal(name))
    expect(unknown.map(([file, name]) => `${file}: ${name}`)).to.deep.equal([])
  })
})

/** A variable that an element sets for itself, such as the depth of a row. */
const isLocal = (name: string) =>
  used.some(({ property }) => property === name) ||
  readdirSync(root, { recursive: true, encoding: 'utf8' }).some(
    (file) => file.endsWith('.ts') && readFileSync(new URL(file, root), 'utf8').includes(`'${name}'`),
  )
