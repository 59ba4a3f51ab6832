/** Rich texts with random blocks, and random edits of them. Each word is unique. */
import { bullets, heading, item, numbers, paragraph, quote, task, tasks } from './writing.ts'

type Node = any

export const plain = (words: string): Node => (words === '' ? paragraph() : paragraph(words))
export const itemOf = (words: string): Node => item(plain(words))
export const cellOf = (words: string): Node => ({ type: 'tableCell', content: [plain(words)] })
export const rowOf = (...words: string[]): Node => ({ type: 'tableRow', content: words.map((one) => cellOf(one)) })
export const tableOf = (...rows: Node[]): Node => ({ type: 'table', content: rows })
export const callout = (id: string, attrs: object): Node => ({ type: 'contentBlock', attrs: { id, blockType: 'callout', ...attrs } })

export class RandomTexts {
  #seed: number
  #words = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  dice(sides: number): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed % sides
  }

  text(): Node[] {
    return Array.from({ length: this.dice(6) }, () => this.block(0))
  }

  block(depth: number): Node {
    const kinds = depth < 2 ? 9 : 3
    const some = (make: () => Node) => Array.from({ length: 1 + this.dice(3) }, make)
    return [
      () => plain(this.words(this.dice(4))),
      () => plain(''),
      () => heading(1 + this.dice(3), this.words(1)),
      () => bullets(...some(() => item(this.block(depth + 1)))),
      () => numbers(...some(() => item(this.block(depth + 1)))),
      () => tasks(...some(() => task(this.words(1), this.dice(2) === 1))),
      () => quote(...some(() => this.block(depth + 1))),
      () => {
        const columns = 1 + this.dice(3)
        return tableOf(...some(() => rowOf(...Array.from({ length: columns }, () => this.words(this.dice(2))))))
      },
      () => callout(this.words(1), { words: this.words(1) }),
    ][this.dice(kinds)]?.()
  }

  words(count: number): string {
    return Array.from({ length: count }, () => `w${++this.#words}`).join(' ')
  }

  edited(blocks: Node[]): Node[] {
    const all = structuredClone(blocks)
    for (let n = this.dice(4); n > 0; n--) this.edit(all, 0)
    return all
  }

  edit(all: Node[], depth: number): void {
    const at = this.dice(all.length + 1)
    const one = all[at]
    const act = this.dice(8)
    if (!one || act === 0) all.splice(at, 0, this.block(depth))
    else if (act === 1 && (depth === 0 || all.length > 1)) all.splice(at, 1)
    else if (act === 2) all.splice(this.dice(all.length), 0, ...all.splice(at, 1))
    else if (act === 3 && one.type === 'paragraph') Object.assign(all, { [at]: heading(2, this.words(1)) })
    else this.change(one, depth)
  }

  change(node: Node, depth: number): void {
    const { type, content = [] } = node
    if (type === 'contentBlock') node.attrs.words = this.words(1)
    else if (type === 'paragraph' || type === 'heading')
      node.content = [{ type: 'text', text: `${content[0]?.text ?? ''} ${this.words(1)}`.trim() }]
    else if (type === 'table' && this.dice(3) === 0) this.columns(content)
    else if (['bulletList', 'orderedList', 'taskList', 'table'].includes(type) && this.dice(2)) {
      const part = content[this.dice(content.length)]
      if (this.dice(2) && content.length > 1) content.splice(content.indexOf(part), 1)
      else content.splice(this.dice(content.length + 1), 0, this.fresh(part))
    } else if (type === 'blockquote' || type === 'listItem' || type === 'taskItem') this.edit(content, depth + 1)
    else this.change(content[this.dice(content.length)], depth + 1)
  }

  fresh(part: Node): Node {
    if (part.type === 'tableRow') return rowOf(...part.content.map(() => this.words(1)))
    return part.type === 'taskItem' ? task(this.words(1)) : itemOf(this.words(1))
  }

  columns(rows: Node[]): void {
    const at = this.dice(rows[0].content.length + 1)
    for (const { content } of rows) content.splice(at, 0, cellOf(this.words(this.dice(2))))
  }
}
