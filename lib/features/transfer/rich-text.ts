/** HTML or plain text → rich text. Elements that rich text doesn't support keep only their text, and are reported as left out. */
import { optional } from '../../optional.ts'
import { type Omit, omission } from './omissions.ts'

type Json = Record<string, unknown>
interface Mark {
  type: string
  attrs?: Json
}

/** A node that htmlparser2 read: a text, a comment or an element. */
// biome-ignore lint/suspicious/noExplicitAny: nodes of different kinds have different properties
type HtmlNode = Record<string, any>

const paragraph = (content: Json[]): Json => ({ type: 'paragraph', content })

const BLOCKS: Record<string, (content: Json[]) => Json> = {
  p: paragraph,
  h1: (content) => ({ type: 'heading', attrs: { level: 1 }, content }),
  h2: (content) => ({ type: 'heading', attrs: { level: 2 }, content }),
  h3: (content) => ({ type: 'heading', attrs: { level: 3 }, content }),
  h4: (content) => ({ type: 'heading', attrs: { level: 4 }, content }),
  h5: (content) => ({ type: 'heading', attrs: { level: 5 }, content }),
  h6: (content) => ({ type: 'heading', attrs: { level: 6 }, content }),
}
const WRAPPERS: Record<string, string> = { ul: 'bulletList', ol: 'orderedList', li: 'listItem', blockquote: 'blockquote' }
const MARKS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  code: 'code',
  u: 'underline',
}
/** Elements without visible text. */
const UNREAD = ['script', 'style', 'noscript', 'template', 'head']
const SAFE = /^(https?:|mailto:|tel:|\/|#|\.)/i

/** Elements whose text alone doesn't replace them. */
const LOST: Record<string, (node: HtmlNode) => ReturnType<typeof omission>> = {
  img: ({ attribs }) => omission('picture', attribs.src ?? ''),
  table: (node) => omission('table', textIn(node).trim()),
  iframe: ({ attribs }) => omission('embed', attribs.src ?? ''),
  embed: ({ attribs }) => omission('embed', attribs.src ?? ''),
  object: ({ attribs }) => omission('embed', attribs.data ?? ''),
  video: ({ attribs }) => omission('video', attribs.src ?? ''),
  audio: ({ attribs }) => omission('audio', attribs.src ?? ''),
  form: ({ attribs }) => omission('form', attribs.action ?? ''),
  script: ({ attribs }) => omission('script', attribs.src ?? ''),
}
/** For example `[gallery ids="1,2"]`, which stays as text. */
const SHORTCODE = /\[(gallery|caption|embed|audio|video|playlist)[ \]]/g

export function richTextOf(text: string, omit: Omit): Json | null {
  for (const [, name] of text.matchAll(SHORTCODE)) omit(omission('shortcode', `[${name}], which stays as text`))
  return made(text, omit)
}

function made(text: string, omit: Omit): Json | null {
  if (text.trim() === '') return null
  if (!/<\w/.test(text)) return docOf(text.split(/\n{2,}/).map((one) => paragraph(wordsOf(one.trim(), []))))
  const { parseDocument } = optional('htmlparser2') as typeof import('htmlparser2')
  return docOf(blocksIn(parseDocument(text).children, omit, /<(p|div|h\d|ul|ol|blockquote|pre)\b/i.test(text)))
}

const docOf = (content: Json[]): Json => ({ type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] })

/** Loose text between blocks becomes paragraphs; without any blocks, empty lines separate the paragraphs. */
function blocksIn(nodes: readonly HtmlNode[], omit: Omit, hasBlocks: boolean): Json[] {
  const blocks: Json[] = []
  let loose: Json[] = []
  const flush = () => {
    const words = trimmed(loose)
    if (words.length > 0) blocks.push({ type: 'paragraph', content: words })
    loose = []
  }
  for (const node of nodes) {
    const block = blockOf(node, omit, hasBlocks)
    if (block === undefined) {
      const parts = node.type === 'text' && !hasBlocks ? String(node.data).split(/\n{2,}/) : undefined
      if (!parts) loose.push(...inlineIn([node], [], omit))
      for (const [index, part] of (parts ?? []).entries()) {
        if (index > 0) flush()
        loose.push(...wordsOf(part, []))
      }
    } else {
      flush()
      blocks.push(...block)
    }
  }
  flush()
  return blocks
}

function blockOf(node: HtmlNode, omit: Omit, hasBlocks: boolean): Json[] | undefined {
  const tag = node.name as string | undefined
  if (tag === undefined) return node.type === 'text' ? undefined : []
  if (UNREAD.includes(tag)) {
    if (LOST[tag]) omit(LOST[tag](node))
    return []
  }
  if (tag === 'hr') return [{ type: 'horizontalRule' }]
  if (tag === 'pre') return [codeOf(node)]
  if (BLOCKS[tag]) {
    const content = trimmed(inlineIn(node.children, [], omit))
    return content.length > 0 ? [BLOCKS[tag](content)] : []
  }
  if (WRAPPERS[tag]) {
    const isList = tag === 'ul' || tag === 'ol'
    const children = isList ? node.children.filter((child: HtmlNode) => child['name'] === 'li') : node.children
    const content = blocksIn(children, omit, true)
    return content.length > 0 ? [{ type: WRAPPERS[tag], content }] : []
  }
  const isBlock = [
    'div',
    'section',
    'article',
    'main',
    'figure',
    'figcaption',
    'table',
    'tbody',
    'tr',
    'header',
    'footer',
    'html',
    'body',
  ].includes(tag)
  if (isBlock && LOST[tag]) omit(LOST[tag](node))
  return isBlock ? blocksIn(node.children, omit, hasBlocks) : undefined
}

/** `<pre><code class="language-js">` */
function codeOf(node: HtmlNode): Json {
  const code = node['children'].find((child: HtmlNode) => child['name'] === 'code') ?? node
  const language = /(?:^| )lang(?:uage)?-([\w+#-]+)/.exec(`${code.attribs.class ?? ''} ${node.attribs.class ?? ''}`)?.[1]
  const text = textIn(node).replace(/\n$/, '')
  return { type: 'codeBlock', ...(language && { attrs: { language } }), ...(text !== '' && { content: [{ type: 'text', text }] }) }
}

function inlineIn(nodes: readonly HtmlNode[], marks: readonly Mark[], omit: Omit): Json[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return wordsOf(String(node.data).replace(/\s+/g, ' '), marks)
    if (node.name === undefined) return []
    const lost = LOST[node.name]
    if (lost) omit(lost(node))
    if (UNREAD.includes(node.name)) return []
    if (node.name === 'a' && node.attribs.href && !SAFE.test(node.attribs.href)) omit(omission('unsafe link', node.attribs.href))
    if (node.name === 'br') return [{ type: 'hardBreak' }]
    if (node.name === 'img') return wordsOf(node.attribs.alt ?? '', marks)
    return inlineIn(node.children, withMark(marks, node), omit)
  })
}

function withMark(marks: readonly Mark[], { name, attribs }: HtmlNode): readonly Mark[] {
  const href = name === 'a' && SAFE.test(attribs.href ?? '') ? attribs.href : undefined
  const mark = href === undefined ? MARKS[name] && { type: MARKS[name] } : { type: 'link', attrs: { href } }
  return mark && !marks.some(({ type }) => type === mark.type) ? [...marks, mark] : marks
}

const wordsOf = (text: string, marks: readonly Mark[]): Json[] =>
  text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]

const textIn = (node: HtmlNode): string => (node.type === 'text' ? node.data : (node.children ?? []).map(textIn).join(''))

/** Trims spaces at the start and end of a block. */
function trimmed(words: Json[]): Json[] {
  const rest = [...words]
  const isBlank = (one: Json | undefined) => one?.['type'] === 'text' && String(one['text']).trim() === ''
  while (isBlank(rest[0])) rest.shift()
  while (isBlank(rest.at(-1))) rest.pop()
  const cut = (at: number, change: (text: string) => string) => {
    const one = rest.at(at)
    if (one?.['type'] === 'text') rest[at < 0 ? rest.length + at : at] = { ...one, text: change(String(one['text'])) }
  }
  cut(0, (text) => text.trimStart())
  cut(-1, (text) => text.trimEnd())
  return rest
}
