/** The element that rich text is edited in: a light-DOM child of the outermost element, shown through a slot.
 * Safari on iPhones breaks Thai and Japanese composition inside a shadow root, but not outside. The look first reverts the page's styles.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { css } from 'lit'
import { nodesLook } from './rich-text/nodes-look.ts'

const look = css`
  .galley-surface, .galley-surface *:not(svg *) { all: revert; box-sizing: border-box; }
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
  .galley-surface .ProseMirror .kept { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s2); padding: var(--s1) var(--s2); border: 1px solid var(--line); border-radius: var(--radius); background: var(--tint); color: var(--muted); font-size: var(--t2); line-height: 1.4; white-space: normal; cursor: grab; user-select: none; -webkit-user-drag: element; }
  .galley-surface .ProseMirror span.kept { display: inline-flex; vertical-align: middle; padding-block: 0; }
  .galley-surface .ProseMirror .kept.ProseMirror-selectednode { outline: 2px solid var(--link); }
  .galley-surface .ProseMirror .kept .excerpt { flex: 1; min-inline-size: 0; color: var(--text); }
  .galley-surface .ProseMirror .kept .acts { display: inline-flex; margin-inline-start: auto; }
  .galley-surface .ProseMirror .kept button { display: grid; place-items: center; min-inline-size: 28px; min-block-size: 28px; padding: 0; border: 0; border-radius: var(--radius); background: none; color: inherit; cursor: pointer; }
  .galley-surface .ProseMirror .kept button:hover { background: var(--wash); color: var(--text); }
  .galley-surface .ProseMirror[contenteditable='false'] .kept .acts { display: none; }
  .galley-surface .ProseMirror .kept svg { inline-size: 16px; block-size: 16px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .galley-surface .ProseMirror .kept-mark { border-block-end: 1px dotted currentColor; }
  .galley-surface .ProseMirror hr { border: 0; border-block-start: 1px solid var(--line); }
`

let count = 0

export class Surface {
  /** The name of the slot that shows the element. */
  readonly slot = `galley-surface-${++count}`
  readonly element = document.createElement('div')

  constructor() {
    this.element.className = 'galley-surface'
    this.element.slot = this.slot
  }

  /** Appends the element to the host of this shadow root. */
  join(root: ShadowRoot): void {
    // biome-ignore lint/style/noNonNullAssertion: Lit makes style sheets wherever a document can adopt them
    const sheets = [look, nodesLook].map(({ styleSheet }) => styleSheet!).filter((one) => !document.adoptedStyleSheets.includes(one))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets]
    root.host.append(this.element)
  }

  leave(): void {
    this.element.remove()
  }
}
