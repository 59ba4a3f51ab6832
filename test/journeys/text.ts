/** Rich text as a model of it: the same edits as with a keyboard, made on the JSON. */

export interface Node {
  type: string
  attrs?: Record<string, unknown>
  content?: Node[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

export type Text = Node | null

export const text = (words: string, ...marks: string[]): Node => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
export const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', ...(content.length > 0 && { content }) })
export const heading = (level: number, words: string): Node => ({ type: 'heading', attrs: { level }, content: [text(words)] })
export const item = (words: string): Node => ({ type: 'listItem', content: [paragraph(text(words))] })
export const doc = (...content: Node[]): Node => ({ type: 'doc', content })

/** What holds words, in the order of reading. */
export function blocksOf(node: Node): Node[] {
  if (['paragraph', 'heading', 'codeBlock'].includes(node.type)) return [node]
  return (node.content ?? []).flatMap(blocksOf)
}

export const wordsOf = (block: Node): string => (block.content ?? []).map((part) => part.text ?? '').join('')

/** Words that are typed take the marks of what stands before them. */
export function typed(given: Text, at: number, offset: number, words: string): Node {
  const next = structuredClone(given ?? doc(paragraph()))
  const block = blocksOf(next)[at]!
  const letters = lettersOf(block)
  const marks = (letters[offset - 1] ?? letters[0])?.marks
  letters.splice(offset, 0, ...[...words].map((letter) => ({ ...text(letter), ...(marks && { marks }) })))
  return write(block, letters, next)
}

export function erased(given: Text, at: number, from: number, to: number): Node {
  const next = structuredClone(given!)
  const block = blocksOf(next)[at]!
  const letters = lettersOf(block)
  letters.splice(from, to - from)
  return write(block, letters, next)
}

/** A mark on a stretch; where all of it has the mark already, it goes. */
export function marked(given: Text, at: number, from: number, to: number, mark: string): Node {
  const next = structuredClone(given!)
  const block = blocksOf(next)[at]!
  const letters = lettersOf(block)
  const has = (letter: Node) => letter.marks?.some(({ type }) => type === mark) ?? false
  const isOn = letters.slice(from, to).every(has)
  for (const letter of letters.slice(from, to)) {
    const others = (letter.marks ?? []).filter(({ type }) => type !== mark)
    letter.marks = isOn ? others : [...others, { type: mark }]
  }
  return write(block, letters, next)
}

/** At the end, in place of an empty last paragraph. */
export function added(given: Text, ...nodes: Node[]): Node {
  const before = settled(given)?.content ?? []
  return doc(...before, ...nodes)
}

/** Without what an editor keeps at the end for the next words, and with marks in one order. */
export function settled(given: Text): Text {
  if (given?.type !== 'doc') return given
  const content = [...(given.content ?? [])]
  while (content.length > 0 && content.at(-1)!.type === 'paragraph' && !content.at(-1)!.content?.length) content.pop()
  return content.length === 0 ? null : ordered({ ...given, content })
}

function ordered(node: Node): Node {
  return {
    ...node,
    ...(node.marks && { marks: [...node.marks].sort((a, b) => a.type.localeCompare(b.type)) }),
    ...(node.content && { content: node.content.map(ordered) }),
  }
}

const lettersOf = (block: Node): Node[] =>
  (block.content ?? []).flatMap((part) => (part.text === undefined ? [part] : [...part.text].map((letter) => ({ ...part, text: letter }))))

function write(block: Node, letters: readonly Node[], whole: Node): Node {
  const content: Node[] = []
  for (const letter of letters) {
    const before = content.at(-1)
    const marks = letter.marks?.length ? { marks: [...letter.marks].sort((a, b) => a.type.localeCompare(b.type)) } : {}
    if (before?.text !== undefined && letter.text !== undefined && JSON.stringify(before.marks) === JSON.stringify(marks.marks))
      before.text += letter.text
    else content.push(letter.text === undefined ? letter : { type: 'text', ...marks, text: letter.text })
  }
  if (content.length > 0) block.content = content
  else delete block.content
  return whole
}
