/** What is found, counted and replaced inside the content blocks of a text: each text that a writer sees there. Tests admin-components/fields/rich-text/hits.ts. */
import { getSchema } from '@tiptap/core'
import { Transform } from '@tiptap/pm/transform'
import { expect } from 'chai'
import type { Field } from '../../admin-components/app/schema.ts'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { excerptOf, type Hit, hitsIn, isAfter, replaceHit } from '../../admin-components/fields/rich-text/hits.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import type { TextHost } from '../../admin-components/fields/rich-text/text-host.ts'
import { codeBlock, docOf, item, numbers, paragraph, quote, text } from '../harness/writing.ts'

const schema = getSchema(extensionsFor({} as TextHost))
const field = (name: string, type: string, more: object = {}): Field => ({ name, path: name, type, ...more })
const inner: Field[] = [field('note', 'text'), field('prose', 'richText')]
const note = { slug: 'note', fields: inner }
const blocks = [
  {
    slug: 'all',
    fields: [
      field('line', 'text'),
      field('lines', 'textarea'),
      field('tags', 'text', { hasMany: true }),
      field('own', 'colour', { base: 'text' }),
      field('prose', 'richText', { blocks: [note] }),
      field('custom', 'markup', { base: 'richText' }),
      field('group', 'group', { fields: inner }),
      field('rows', 'array', { fields: inner }),
      field('parts', 'blocks', { blocks: [note] }),
      field('hidden', 'text', { condition: { field: 'line', equals: 'shown' } }),
      field('kind', 'select', { options: [{ value: 'sea' }] }),
      field('data', 'json'),
      field('count', 'number'),
    ],
  },
]

const block = (blockType: string, attrs: object) => ({ type: 'contentBlock', attrs: { blockType, id: 'abcdefghijk', ...attrs } })
const sea = docOf(paragraph('the sea'))
const land = docOf(paragraph('the land'))
const table = (words: string) => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(words)] }] }],
})
const picture = (caption: string) => ({ type: 'image', attrs: { media: 1, caption, alt: null } })

/** What a block holds, and what it holds when each “sea” has become “land”. */
const REPLACED: [what: string, held: object, wanted: object][] = [
  ['text', { line: 'sea, sea' }, { line: 'land, land' }],
  ['a textarea', { lines: 'a\nsea' }, { lines: 'a\nland' }],
  ['several values', { tags: ['a', 'sea', 'sea'] }, { tags: ['a', 'land', 'land'] }],
  ['a type that is based on text', { own: 'sea' }, { own: 'land' }],
  ['rich text', { prose: sea }, { prose: land }],
  ['a type that is based on rich text', { custom: sea }, { custom: land }],
  [
    'rich text, several times, with marks',
    { prose: docOf(paragraph(text('Sea', 'bold'), ' and ', text('s', 'italic'), 'ea sea')) },
    { prose: docOf(paragraph(text('land', 'bold'), ' and ', text('land', 'italic'), ' land')) },
  ],
  [
    'rich text, in lists, quotes, tables, code and captions',
    { prose: docOf(numbers(item(paragraph('sea'))), quote(paragraph('sea')), table('sea'), codeBlock('sea'), picture('sea')) },
    { prose: docOf(numbers(item(paragraph('land'))), quote(paragraph('land')), table('land'), codeBlock('land'), picture('land')) },
  ],
  [
    'rich text that is stored in another spelling',
    {
      prose: {
        content: [{ type: 'paragraph', attrs: { align: 'left' }, content: [{ text: 'the sea', type: 'text' }] }, null],
        type: 'doc',
      },
    },
    {
      prose: {
        content: [{ type: 'paragraph', attrs: { align: 'left' }, content: [{ text: 'the land', type: 'text' }] }, null],
        type: 'doc',
      },
    },
  ],
  ['a group', { group: { note: 'sea', prose: sea } }, { group: { note: 'land', prose: land } }],
  [
    'rows',
    {
      rows: [
        { id: 'a', note: 'sea' },
        { id: 'b', prose: sea },
      ],
    },
    {
      rows: [
        { id: 'a', note: 'land' },
        { id: 'b', prose: land },
      ],
    },
  ],
  ['blocks', { parts: [{ id: 'a', blockType: 'note', prose: sea }] }, { parts: [{ id: 'a', blockType: 'note', prose: land }] }],
  [
    'a block of a text of a block',
    { prose: docOf(paragraph('sea'), block('note', { note: 'sea', prose: sea }), paragraph('sea')) },
    { prose: docOf(paragraph('land'), block('note', { note: 'land', prose: land }), paragraph('land')) },
  ],
]

/** What nobody sees as a text there is neither counted nor replaced. */
const NOT_FOUND: [what: string, held: object][] = [
  ['a field whose condition fails', { line: 'other', hidden: 'sea' }],
  ['a choice', { kind: 'sea' }],
  ['JSON', { data: { a: 'sea', type: 'doc', content: [paragraph('sea')] } }],
  ['a field that is gone', { gone: 'sea', goneToo: sea }],
  ['values of another type', { line: 7, lines: { a: 'sea' }, prose: 'sea', rows: 'sea', group: ['sea'] }],
  ['a block that the field does not know', { parts: [{ blockType: 'sea', note: 'sea' }] }],
]

describe('admin-components: finding in content blocks', () => {
  const opened = (held: object) => {
    const stored = new StoredText(schema)
    return { stored, doc: stored.open(docOf(paragraph('before'), block('all', held), paragraph('after'))) }
  }
  const find = (words: string, doc: Parameters<typeof hitsIn>[0]) => hitsIn(doc, { text: words, matchCase: false }, blocks)
  const heldIn = (value: any) => {
    const { blockType: _, id: _id, ...held } = value.content[1].attrs
    return held
  }

  for (const [what, held, wanted] of REPLACED) {
    it(`reaches ${what}`, () => {
      const { stored, doc } = opened(held)
      const hits = find('sea', doc)
      expect(hits.length)
        .to.equal(find('land', opened(wanted).doc).length)
        .and.be.above(0)
      const all = new Transform(doc)
      for (const hit of hits.toReversed()) replaceHit(all, hit, 'land')
      expect(JSON.stringify(heldIn(stored.valueOf(all.doc)))).to.equal(JSON.stringify(wanted))
      expect(stored.valueOf(doc)).to.deep.equal(docOf(paragraph('before'), block('all', held), paragraph('after')))
    })

    it(`goes on behind each that is replaced in ${what}`, () => {
      const { stored, doc } = opened(held)
      const count = find('sea', doc).length
      let [now, hit] = [doc, find('sea', doc)[0] as Hit | undefined]
      let steps = 0
      for (; hit; steps++) {
        const one = new Transform(now)
        replaceHit(one, hit, 'a sea')
        const last: Hit = hit
        now = one.doc
        hit = find('sea', now).find((next) => isAfter(next, last, 'a sea'))
      }
      expect(steps).to.equal(count)
      expect(JSON.stringify(stored.valueOf(now)).match(/a sea/g)).to.have.length(count)
    })
  }

  for (const [what, held] of NOT_FOUND)
    it(`leaves out ${what}`, () => {
      expect(find('sea', opened(held).doc)).to.deep.equal([])
    })

  it('empties what held nothing else', () => {
    const { stored, doc } = opened({ line: 'sea', prose: docOf(paragraph('sea')) })
    const all = new Transform(doc)
    for (const hit of find('sea', doc).toReversed()) replaceHit(all, hit, '')
    expect(heldIn(stored.valueOf(all.doc))).to.deep.equal({ line: '', prose: null })
  })

  it('shows the words around what it finds', () => {
    const long = `${'before '.repeat(20)}sea${' after'.repeat(20)}`
    const { doc } = opened({ line: 'a sea b', prose: docOf(paragraph('one'), paragraph(long), block('note', { prose: sea })) })
    const shown = find('sea', doc).map((hit) => excerptOf(doc, hit))
    expect(shown[0]).to.deep.equal(['a ', 'sea', ' b'])
    expect(shown[1]!.map((part) => part.length < 60)).to.deep.equal([true, true, true])
    expect(shown[1]![0]).to.match(/^…before before .*before $/)
    expect(shown[1]![2]).to.match(/^ after after .*after…$/)
    expect(shown[2]).to.deep.equal(['the ', 'sea', ''])
  })
})
