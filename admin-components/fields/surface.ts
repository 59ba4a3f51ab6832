/** Where rich text is written: a child of the outermost element in the light of the page, shown through a slot.
 * Browsers of iPhones spoil Thai and Japanese while it is composed inside a shadow root; out here they don't. What the page says of its own text is taken back first.
 */
import { css } from 'lit'

const look = css`
  .galley-surface, .galley-surface * { all: revert; box-sizing: border-box; }
  .galley-surface .ProseMirror { padding: var(--s3) var(--s4); min-block-size: 160px; outline: none; white-space: pre-wrap; overflow-wrap: anywhere; font: var(--t4) / 1.65 var(--cms-font, system-ui, sans-serif); color: var(--text); caret-color: var(--text); }
  .galley-surface .ProseMirror > * { margin: 0; }
  .galley-surface .ProseMirror > * + * { margin-block-start: 0.7em; }
  .galley-surface .ProseMirror p { margin-block-end: 0; }
  .galley-surface .ProseMirror ul, .galley-surface .ProseMirror ol { padding-inline-start: 1.6em; }
  .galley-surface .ProseMirror h2 { font-size: var(--t5); line-height: 1.3; }
  .galley-surface .ProseMirror h3 { font-size: var(--t4); line-height: 1.4; }
  .galley-surface .ProseMirror blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: var(--s4); color: var(--muted); }
  .galley-surface .ProseMirror pre { background: var(--tint); border-radius: var(--radius); padding: var(--s3); white-space: pre-wrap; }
  .galley-surface .ProseMirror code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; }
  .galley-surface .ProseMirror a { color: var(--link); text-decoration: underline; }
  .galley-surface .ProseMirror hr { border: 0; border-block-start: 1px solid var(--line); }
`

let count = 0

export class Surface {
  /** Of the slot that shows it. */
  readonly slot = `galley-surface-${++count}`
  readonly element = document.createElement('div')

  constructor() {
    this.element.className = 'galley-surface'
    this.element.slot = this.slot
  }

  /** Below the host of the shadow root that an element stands in. */
  join(root: ShadowRoot): void {
    const sheet = look.styleSheet!
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    root.host.append(this.element)
  }

  leave(): void {
    this.element.remove()
  }
}
