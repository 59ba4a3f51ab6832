/** Every text of the admin stands in both catalogues, is used, and none stands outside of them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { enActions } from '../../admin-components/texts/en-actions.ts'
import { enCompare } from '../../admin-components/texts/en-compare.ts'
import { enConflict } from '../../admin-components/texts/en-conflict.ts'
import { enHome } from '../../admin-components/texts/en-home.ts'
import { enList } from '../../admin-components/texts/en-list.ts'
import { enMedia } from '../../admin-components/texts/en-media.ts'
import { enRefusals } from '../../admin-components/texts/en-refusals.ts'
import { enReports } from '../../admin-components/texts/en-reports.ts'
import { enRichText } from '../../admin-components/texts/en-rich-text.ts'
import { enSystem } from '../../admin-components/texts/en-system.ts'
import { enWriting } from '../../admin-components/texts/en-writing.ts'
import { allEnglish as en } from '../../admin-components/texts/english.ts'
import { formatOf } from '../../admin-components/texts/formats.ts'
import type { Text } from '../../admin-components/texts/text.ts'
import { write } from '../../admin-components/texts/texts.ts'
import { th as thBase } from '../../admin-components/texts/th.ts'
import { thActions } from '../../admin-components/texts/th-actions.ts'
import { thCompare } from '../../admin-components/texts/th-compare.ts'
import { thConflict } from '../../admin-components/texts/th-conflict.ts'
import { thHome } from '../../admin-components/texts/th-home.ts'
import { thList } from '../../admin-components/texts/th-list.ts'
import { thMedia } from '../../admin-components/texts/th-media.ts'
import { thRefusals } from '../../admin-components/texts/th-refusals.ts'
import { thReports } from '../../admin-components/texts/th-reports.ts'
import { thRichText } from '../../admin-components/texts/th-rich-text.ts'
import { thSystem } from '../../admin-components/texts/th-system.ts'
import { thWriting } from '../../admin-components/texts/th-writing.ts'

const th = {
  ...thBase,
  ...thActions,
  ...thCompare,
  ...thConflict,
  ...thHome,
  ...thList,
  ...thMedia,
  ...thRefusals,
  ...thReports,
  ...thRichText,
  ...thSystem,
  ...thWriting,
} as Record<keyof typeof en, Text>

const root = fileURLToPath(new URL('../../admin-components/', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.startsWith('texts/') && !file.startsWith('preview/'),
)
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const all = [...sources.values()].join('\n')

const places = (text: Text) => {
  const forms = typeof text === 'string' ? [text] : Object.values(text)
  return [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1])))].sort()
}

describe('admin-components: texts', () => {
  it('say the same in English and Thai, with the same places for values', () => {
    const lacking = (texts: object, others: object) => Object.keys(others).filter((key) => !Object.hasOwn(texts, key))
    expect(lacking(th, en), `Thai lacks ${lacking(th, en).join(', ')}`).to.deep.equal([])
    expect(lacking(en, th), `English lacks ${lacking(en, th).join(', ')}`).to.deep.equal([])
    const different = Object.keys(en).filter(
      (key) => String(places(en[key as keyof typeof en])) !== String(places(th[key as keyof typeof en])),
    )
    expect(different, `other places for values: ${different.join(', ')}`).to.deep.equal([])
    const untranslated = Object.entries(th).filter(([key, text]) => text === en[key as keyof typeof en])
    expect(untranslated.map(([key]) => key)).to.deep.equal(['area.api'])
  })

  it('in Thai, keep names in other scripts apart from the words around them', () => {
    expect(write(th['list.new'], 'th', { what: 'Post' })).to.equal('Post ใหม่')
    expect(write(th['relation.choose'], 'th', { what: 'Topic' })).to.equal('เลือก Topic')
    expect(write(th['list.new'], 'th', { what: 'บทความ' })).to.equal('บทความใหม่')
    expect(write(th['search.in'], 'th', { what: 'Title' })).to.equal('ค้นหาใน Title')
  })

  it('are all used @long', () => {
    const built = [...all.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map((match) => match[1]!)
    const unused = Object.keys(en).filter((key) => !all.includes(`'${key}'`) && !built.some((prefix) => key.startsWith(prefix)))
    expect(unused).to.deep.equal([])
  })

  it('are loaded with the code that uses them @long', () => {
    const late = { enActions, enCompare, enConflict, enHome, enList, enMedia, enRefusals, enReports, enRichText, enSystem, enWriting }
    const first = withImports('main.ts')
    const missing: string[] = []
    for (const entry of ['main.ts', ...imported(/import\('(\..+?)'\)/g, [...sources.keys()])]) {
      const loaded = withImports(entry)
      const texts = [...first, ...loaded].map((file) => sources.get(file) ?? '').filter((text) => text.includes('addTexts({'))
      for (const [name, catalogue] of Object.entries(late)) {
        if (texts.some((text) => text.includes(`import { ${name} }`))) continue
        for (const file of loaded)
          for (const key of Object.keys(catalogue)) if (sources.get(file)?.includes(`'${key}'`)) missing.push(`${file}: ${key}`)
      }
    }
    expect([...new Set(missing)]).to.deep.equal([])
  })

  it('stand nowhere else: no words between tags, none in attributes that are read out', () => {
    const found: string[] = []
    for (const [file, text] of sources) {
      for (const [, template] of text.matchAll(/html`((?:[^`\\]|\\.)*)`/g)) {
        const plain = template!.replace(/\$\{[^}]*\}/g, '')
        for (const [, words] of plain.matchAll(/>([^<>$]*[A-Za-z]{3,}[^<>$]*)</g))
          if (!KNOWN.includes(words!.trim()) && !isCode(words!)) found.push(`${file}: ${words!.trim()}`)
        for (const [, , words] of plain.matchAll(/\s(aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{3,}[^"]*)"/g))
          if (!words!.startsWith('https://')) found.push(`${file}: ${words}`)
      }
    }
    expect(found).to.deep.equal([])
  })

  it('make each format once, by language and options', () => {
    const percent = { style: 'percent' } as const
    expect(formatOf(Intl.NumberFormat, 'en', percent)).to.equal(formatOf(Intl.NumberFormat, 'en', { ...percent }))
    expect(formatOf(Intl.NumberFormat, 'en', percent).format(0.5)).to.equal('50%')
    expect(formatOf(Intl.NumberFormat, 'en').format(0.5)).to.equal('0.5')
    expect(formatOf(Intl.NumberFormat, 'th-u-nu-thai').format(5)).to.equal('๕')
    expect(formatOf(Intl.ListFormat, 'en').format(['a', 'b'])).to.equal('a and b')
  })

  it('choose the form of a number, and write it as the language does', () => {
    expect(write(en['pages.count'], 'en', { count: 1 })).to.equal('1 document')
    expect(write(en['pages.count'], 'en', { count: 12345 })).to.equal('12,345 documents')
    expect(write(th['pages.count'], 'th', { count: 1 })).to.equal('1 รายการ')
    expect(write('a {b}', 'en', {})).to.equal('a {b}')
  })
})

/** A file and everything that it imports at once. */
function withImports(entry: string, known = new Set<string>()): Set<string> {
  known.add(entry)
  for (const file of imported(/^(?:import|export) (?!type\b)(?:[^'();]*? from )?'(\..+?)'/gm, [entry]))
    if (!known.has(file)) withImports(file, known)
  return known
}

const imported = (pattern: RegExp, from: readonly string[]): string[] =>
  from.flatMap((file) =>
    [...(sources.get(file) ?? '').matchAll(pattern)]
      .map(([, name]) => path.join(path.dirname(file), name!))
      .filter((one) => sources.has(one)),
  )

/** A piece of an expression that a template was cut at. */
const isCode = (words: string) => /[(){}]/.test(words)

/** Names that are the same in every language. */
const KNOWN = ['Ctrl K', 'JSON Schema', 'openapi.json', 'CSV', "curl '", '· ']
