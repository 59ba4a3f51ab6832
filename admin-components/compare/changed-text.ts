/** `<cms-changed-text>`: formatted text with its changes. Long texts are drawn over several frames, and stretches without changes are folded.
 * Tested by test/admin-components/compare.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import type { RelatedDocuments } from '../app/related.ts'
import type { Field } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { topView } from './block-view.ts'
import type { BlockChange } from './compare-blocks.ts'
import { compareLook } from './compare-look.ts'
import { type Folded, folded } from './folds.ts'
import type { TextScene } from './scene.ts'
import './texts.ts'

/** Blocks and runs that one frame may add. */
const A_FRAME = 150

export interface ChangedText {
  blocks: readonly BlockChange[]
  field?: Field
  related: RelatedDocuments
  isOneSide: boolean
  isCode?: boolean
}

/** An entry at the top level of the text, and its position among all blocks and runs. */
interface Part {
  content: Folded<BlockChange>
  start: number
  size: number
}

class CmsChangedText extends CmsElement {
  static override properties = { text: { attribute: false }, room: { state: true }, opened: { state: true } }
  static override looks = [compareLook]
  declare text: ChangedText
  declare room: number
  declare opened: ReadonlySet<object>
  #parts: readonly Part[] = []
  #size = 0
  #divided: { blocks?: ChangedText['blocks']; opened?: ReadonlySet<object> } = {}

  constructor() {
    super()
    this.room = A_FRAME
    this.opened = new Set()
  }

  protected override willUpdate(): void {
    const { blocks } = this.text
    const { opened } = this
    if (this.#divided.blocks === blocks && this.#divided.opened === opened) return
    if (this.#divided.blocks !== blocks) this.room = A_FRAME
    this.#divided = { blocks, opened }
    this.#size = 0
    this.#parts = folded(blocks, ({ state }) => state === 'same', opened).map((content) => {
      const part = { content, start: this.#size, size: content.entry ? sizeOf(content.entry) : 1 }
      this.#size += part.size
      return part
    })
  }

  override render(): TemplateResult {
    const parts = this.#parts.filter(({ start }) => start < this.room)
    return html`<div class="prose">${parts.map((part) => this.#partView(part))}</div>`
  }

  /** Drawn again only if something about it has changed. */
  #partView({ content, start, size }: Part): unknown {
    const left = start + size <= this.room ? Number.POSITIVE_INFINITY : this.room - start
    const reasons = [content.entry ?? content.stretch[0], this.opened, this.text.related.answers, left]
    return guard(reasons, () => topView(this.#sceneWith(left), content))
  }

  #sceneWith(left: number): TextScene {
    const { field, related, isOneSide, isCode = false } = this.text
    return { host: this, related, field, isOneSide, isCode, room: { left }, opened: this.opened, open: this.#open }
  }

  protected override updated(): void {
    super.updated()
    if (this.room < this.#size) setTimeout(() => (this.room += A_FRAME))
  }

  readonly #open = (first: object): void => {
    this.opened = new Set([...this.opened, first])
  }
}

/** How many blocks and runs it draws. */
function sizeOf(change: BlockChange): number {
  if (change.state === 'moved') return sizeOf(change.block)
  if (change.state !== 'changed') return 1 + ('node' in change ? runsIn(change.node) : 0)
  return 1 + (change.runs?.length ?? 0) + (change.blocks ?? []).reduce((sum, block) => sum + sizeOf(block), 0)
}

const runsIn = ({ content = [] }: RichTextNode): number => content.reduce((sum, node) => sum + 1 + runsIn(node), 0)

define('cms-changed-text', CmsChangedText)
