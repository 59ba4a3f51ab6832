/** The element that rich text is edited in: a light-DOM child of the outermost element, shown through a slot.
 * Safari on iPhones breaks Thai and Japanese composition inside a shadow root, but not outside. The look first reverts the page's styles.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { css } from 'lit'
import { directionLook } from './rich-text/direction.ts'
import { nodesLook } from './rich-text/nodes-look.ts'

const look = css`
  .galley-surface, .galley-surface *:not(svg *) { all: revert; box-sizing: border-box; }
  .galley-surface .ProseMirror { padding: var(--s4) var(--gutter, var(--s4)) var(--s5); min-block-size: 220px; max-inline-size: calc(720px + 2 * var(--gutter, 0px)); margin-inline: auto; outline: none; white-space: pre-wrap; overflow-wrap: anywhere; font: 17px / 1.7 var(--cms-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Thai', 'Leelawadee UI', Thonburi, sans-serif); color: var(--text); caret-color: var(--link); scroll-margin-block-start: 140px; }
  .galley-surface .ProseMirror:lang(th) { line-height: 1.85; }
  .galley-surface .ProseMirror > * { margin: 0; }
  .galley-surface .ProseMirror > * + * { margin-block-start: 0.85em; }
  .galley-surface .ProseMirror ul, .galley-surface .ProseMirror ol { padding-inline-start: 1.5em; }
  .galley-surface .ProseMirror li { margin: 0; }
  .galley-surface .ProseMirror li + li, .galley-surface .ProseMirror li > * + * { margin-block-start: 0.3em; }
  .galley-surface .ProseMirror li::marker { color: var(--muted); }
  .galley-surface .ProseMirror :is(h1, h2, h3, h4, h5, h6) { line-height: 1.25; font-weight: 680; letter-spacing: -0.012em; text-wrap: balance; }
  .galley-surface .ProseMirror > * + :is(h1, h2, h3, h4, h5, h6) { margin-block-start: 1.5em; }
  .galley-surface .ProseMirror > :is(h1, h2, h3, h4, h5, h6) + * { margin-block-start: 0.5em; }
  .galley-surface .ProseMirror h1 { font-size: var(--h1); }
  .galley-surface .ProseMirror h2 { font-size: var(--h2); }
  .galley-surface .ProseMirror h3 { font-size: var(--h3); }
  .galley-surface .ProseMirror h4 { font-size: var(--h4); }
  .galley-surface .ProseMirror :is(h5, h6) { font-size: var(--t4); }
  .galley-surface .ProseMirror blockquote { border-inline-start: 3px solid var(--accent); padding-inline-start: var(--s4); font-style: italic; }
  .galley-surface .ProseMirror blockquote > * + * { margin-block-start: 0.6em; }
  .galley-surface .ProseMirror pre { background: var(--tint); border-radius: var(--radius); padding: var(--s3) var(--s4); white-space: pre-wrap; line-height: 1.55; tab-size: 2; }
  .galley-surface .ProseMirror code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.88em; }
  .galley-surface .ProseMirror :not(pre) > code { background: var(--tint); border-radius: 4px; padding: 0.12em 0.35em; }
  .galley-surface .ProseMirror a { color: var(--link); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
  .galley-surface .ProseMirror ::selection { background: color-mix(in oklab, var(--accent) 26%, transparent); }
  .galley-surface .ProseMirror .still-selected { background: color-mix(in oklab, var(--accent) 20%, transparent); }
  .galley-surface .ProseMirror .empty-block::before { content: attr(data-placeholder); color: var(--muted); opacity: 0.75; float: inline-start; block-size: 0; pointer-events: none; }
  .galley-surface .ProseMirror .suggesting { color: var(--link); background: var(--wash); border-radius: 4px; box-shadow: 0 0 0 2px var(--wash); }
  .galley-surface .ProseMirror .found { background: var(--found); color: var(--text); border-radius: 2px; }
  .galley-surface .ProseMirror .found.current { background: var(--found-now); scroll-margin-block: var(--covered, 0px); }
  .galley-surface .ProseMirror :is(figure, .node-card).found { background: none; outline: 2px solid var(--found); outline-offset: 2px; }
  .galley-surface .ProseMirror :is(figure, .node-card).found.current { outline-color: var(--found-now); }
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
  .galley-surface .ProseMirror hr { border: 0; padding-block: 0.5em; background: linear-gradient(var(--edge), var(--edge)) center / 96px 1px no-repeat; block-size: 1px; box-sizing: content-box; }
  .galley-surface .ProseMirror hr.ProseMirror-selectednode { outline: 2px solid var(--link); border-radius: 2px; }
  @media (pointer: coarse) { .galley-surface .ProseMirror .kept button { min-inline-size: 40px; min-block-size: 40px; } }
  @media (max-width: 500px) { .galley-surface .ProseMirror h1 { font-size: var(--h2); } .galley-surface .ProseMirror h2 { font-size: var(--h3); } }
`

const LOOKS = [look, nodesLook, directionLook]

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
    const sheets = LOOKS.map(({ styleSheet }) => styleSheet!).filter((one) => !document.adoptedStyleSheets.includes(one))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets]
    root.host.append(this.element)
  }

  leave(): void {
    this.element.remove()
  }
}
