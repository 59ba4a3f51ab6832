/** Random rich text that is written as the readers of HTML and Markdown write it, so that it can be compared after a round trip; and the check that a document is valid. */
import { expect } from 'chai'
import fc from 'fast-check'
import { atOnce } from '../../lib/pace.ts'
import { checkText, type TextOptions } from '../../lib/rich-text/check.ts'
import type { RichTextMark, RichTextNode } from '../../lib/rich-text/document.ts'
import { EMBED_PROVIDERS } from '../../lib/rich-text/embeds.ts'
import { MARKS, mayContain, NODES, TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { wellFormedBlocks } from '../../lib/rich-text/well-formed.ts'

/** Words, and everything that has a meaning in HTML or Markdown. */
const WORDS =
  'a B2 word ไทย ที่นี่ مرحبا 中文 😀 “q” é * ** _ __ # ## 1. 2) - -- --- *** === + | || ` `` ``` < > & &amp; &lt;b&gt; <b> </p> <!-- \\ \\* [x] [ ] (y) ! ![ ~ ~~ : http://x.example www.x.example a@b.example snake_case _a_ *b* 2*3 x. .y "quoted" \' ” $ %20 ^ {a} @ # 100% \u3000 a\u00a0b'.split(
    ' ',
  )

const text = (words: readonly string[]) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '))

const href = fc.constantFrom(
  'https://example.org/a?b=c&d=e',
  '/a_b*c',
  '#part',
  'mailto:a@b.example',
  '/a (b)',
  '/ไทย',
  'https://example.org/&copy;x',
  '/a|b',
  '/a\\b',
)
const link: fc.Arbitrary<RichTextMark> = fc
  .record({ href, newTab: fc.boolean() })
  .map(({ href: to, newTab }) => ({ type: 'link', attrs: { href: to, ...(newTab && { newTab }) } }))

export interface Scope {
  /** Only what Markdown can express. The parser turns tabs in code inside a list into spaces. */
  isMarkdown?: boolean
}

/** In the order of `well-formed.ts`, and with spaces as browsers show them. */
export function documents({ isMarkdown = false }: Scope = {}): fc.Arbitrary<{ type: 'doc'; content: RichTextNode[] }> {
  const words = text(WORDS)
  const names = Object.keys(MARKS).filter((name) => name !== 'link')
  const marks = fc
    .tuple(
      fc.subarray(names, { maxLength: 3 }),
      fc.option(isMarkdown ? link.map(({ attrs }) => ({ type: 'link', attrs: { href: attrs?.['href'] } })) : link, { freq: 5 }),
    )
    .map(([simple, to]): RichTextMark[] => [...(to ? [to] : []), ...simple.map((type) => ({ type }))])
  const piece = fc.oneof(
    { weight: 3, arbitrary: words.map((one): RichTextNode => ({ type: 'text', text: one })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(words, marks)
        .map(([one, all]): RichTextNode => ({ type: 'text', text: one, ...(all.length > 0 && { marks: all }) })),
    },
    { weight: 1, arbitrary: fc.constant<RichTextNode>({ type: 'hardBreak' }) },
  )
  const line = fc
    .array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 5 })
    .map((all) =>
      all.flatMap(([one, isApart], index) =>
        isApart && one.type === 'text' && index > 0 && all[index - 1]![0].type === 'text' ? [{ type: 'text', text: ' ' }, one] : [one],
      ),
    )
    .filter((all) => all.some(({ type }) => type === 'text') && !/^[\s\u00a0]*$/.test(all.map((one) => one.text ?? '').join('')))
  const paragraph = line.map((content): RichTextNode => ({ type: 'paragraph', content }))
  const heading = fc
    .tuple(fc.integer({ min: 1, max: 6 }), line)
    .map(([level, content]): RichTextNode => ({ type: 'heading', attrs: { level }, content }))
  const code = fc
    .tuple(
      fc.constantFrom(undefined, 'js', 'c++'),
      fc.array(fc.constantFrom(...WORDS, '', '  x', isMarkdown ? '' : '\tb', '```', '~~~~', '<br>'), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([language, lines, isEnded]): RichTextNode => {
      const all = lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : '')
      return { type: 'codeBlock', ...(language && { attrs: { language } }), ...(all !== '' && { content: [{ type: 'text', text: all }] }) }
    })
  const rule = fc.constant<RichTextNode>({ type: 'horizontalRule' })
  const image = fc
    .record({
      media: fc.integer({ min: 1, max: 9 }),
      alt: fc.option(words),
      caption: fc.option(words),
      width: fc.option(fc.constantFrom(120, 300)),
    })
    .map(({ media, alt, caption, width }): RichTextNode => {
      const value = {
        url: `/media/${media}.png`,
        width: 1000,
        height: 500,
        sizes: { small: { url: `/media/${media}-s.png`, width: 200, height: 100 } },
      }
      return {
        type: 'image',
        attrs: { media, ...(alt && { alt }), ...(caption && { caption }), ...(width && !isMarkdown && { width }), value },
      }
    })
    // At the edges of attributes and captions, spaces are not kept.
    .filter(({ attrs = {} }) =>
      ['alt', 'caption'].every(
        (name) => attrs[name] === undefined || (String(attrs[name]).trim() === attrs[name] && !/[\u3000\u00a0]/.test(String(attrs[name]))),
      ),
    )
  const embed = fc
    .constantFrom('https://www.youtube.com/watch?v=abcdefghijk', 'https://vimeo.com/123456')
    .map((url): RichTextNode => ({ type: 'embed', attrs: { url } }))
  const { block } = fc.letrec<{ block: RichTextNode; item: RichTextNode; nodes: RichTextNode[] }>((tie) => {
    const nodes = tie('nodes')
    const item = fc.tuple(paragraph, fc.oneof({ depthSize: 'small' }, fc.constant([]), nodes)).map(([first, rest]) => [first, ...rest])
    const items = fc.array(item, { minLength: 1, maxLength: 3 })
    return {
      nodes: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
      item: fc.constant({ type: 'paragraph' }),
      block: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'block' },
        paragraph,
        heading,
        code,
        rule,
        image,
        embed,
        items.map((all): RichTextNode => ({ type: 'bulletList', content: all.map((content) => ({ type: 'listItem', content })) })),
        fc.tuple(items, fc.constantFrom(1, 1, 3, 0)).map(
          ([all, start]): RichTextNode => ({
            type: 'orderedList',
            ...(start !== 1 && { attrs: { start } }),
            content: all.map((content) => ({ type: 'listItem', content })),
          }),
        ),
        fc.array(fc.tuple(item, fc.boolean()), { minLength: 1, maxLength: 3 }).map(
          (all): RichTextNode => ({
            type: 'taskList',
            content: all.map(([content, checked]) => ({ type: 'taskItem', attrs: { checked }, content })),
          }),
        ),
        nodes.map((content): RichTextNode => ({ type: 'blockquote', content })),
        isMarkdown
          ? plainTables(paragraph)
          : tables(
              fc.oneof(
                { depthSize: 'small' },
                paragraph.map((one) => [one]),
                nodes,
              ),
            ),
      ),
    }
  })
  return fc.array(block, { minLength: 1, maxLength: 5 }).map((all) => {
    const content = wellFormedBlocks({ type: 'doc', content: all })
    return { type: 'doc' as const, content }
  })
}

/** The cells of a column have the same width. */
function tables(cell: fc.Arbitrary<RichTextNode[]>): fc.Arbitrary<RichTextNode> {
  const row = fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 2 })
  return fc
    .tuple(fc.array(row, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([rows, isWide, isSpanned]): RichTextNode => {
      const cells = (all: [RichTextNode[], boolean][], at: number) =>
        all.map(([content, isHeader], index) => {
          const attrs = { ...(isWide && index === 1 && { colwidth: [120] }), ...(isSpanned && at === 0 && index === 0 && { rowspan: 2 }) }
          return { type: isHeader || at === 0 ? 'tableHeader' : 'tableCell', ...(Object.keys(attrs).length > 0 && { attrs }), content }
        })
      return { type: 'table', content: rows.map((all, at) => ({ type: 'tableRow', content: cells(all, at) })) }
    })
}

function plainTables(paragraph: fc.Arbitrary<RichTextNode>): fc.Arbitrary<RichTextNode> {
  const row = fc.array(paragraph, { minLength: 2, maxLength: 2 })
  return fc.array(row, { minLength: 1, maxLength: 3 }).map(
    (rows): RichTextNode => ({
      type: 'table',
      content: rows.map((all, at) => ({
        type: 'tableRow',
        content: all.map((one) => ({ type: at === 0 ? 'tableHeader' : 'tableCell', content: [one] })),
      })),
    }),
  )
}

/** Without the media documents that a read adds. */
export function withoutValues<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, one) => (key === 'value' ? undefined : one)))
}

/** A field with all features accepts it, and it has known attributes only. */
export function expectValid(doc: { type: string; content?: RichTextNode[] }): void {
  expect(atOnce(checkText(doc, FIELD)).problems).to.deep.equal([])
  expect(JSON.stringify(doc)).not.to.include('\\u0000')
  expectKnown(doc)
}

const FIELD: TextOptions = { features: TEXT_FEATURES, headings: [1, 2, 3, 4, 5, 6], blocks: [], embeds: EMBED_PROVIDERS, unknown: 'refuse' }

function expectKnown(node: { type: string; content?: RichTextNode[] }): void {
  for (const child of node.content ?? []) {
    expect(mayContain(node.type, child.type), `${child.type} in ${node.type}`).to.equal(true)
    expect(Object.keys(NODES[child.type]?.attributes ?? {}), child.type).to.include.members(Object.keys(child.attrs ?? {}))
    for (const mark of child.marks ?? [])
      expect(Object.keys(MARKS[mark.type]?.attributes ?? {}), mark.type).to.include.members(Object.keys(mark.attrs ?? {}))
    if (child.type === 'text') expect(child.text).to.be.a('string').and.not.equal('')
    if (node.type === 'codeBlock') expect(child.marks).to.equal(undefined)
    expectKnown(child)
  }
}
