/** How the text shows what is more than words: tables, tasks, code, pictures, and cards for files, embeds and content blocks.
 * Tested by test/admin-components/rich-text-looks.test.ts.
 */
import { css } from 'lit'

export const nodesLook = css`
  .galley-surface { display: block; contain: inline-size; }
  .galley-surface .ProseMirror h1 { font-size: var(--t6); line-height: 1.25; }
  .galley-surface .ProseMirror :is(h4, h5, h6) { font-size: 1em; line-height: 1.4; }
  .galley-surface .ProseMirror :is(h1, h2, h3, h4, h5, h6) { margin-block-end: 0; }
  .galley-surface .ProseMirror :is(li, td, th, blockquote, li > div) > :where(p, ul, ol, pre, table, figure, blockquote, .tableWrapper) { margin-block: 0; }
  .galley-surface .ProseMirror :is(li, td, th, blockquote, li > div) > * + * { margin-block-start: 0.4em; }

  .galley-surface .ProseMirror ul[data-type='taskList'] { list-style: none; padding: 0; }
  .galley-surface .ProseMirror ul[data-type='taskList'] li { display: flex; gap: var(--s2); align-items: flex-start; }
  .galley-surface .ProseMirror ul[data-type='taskList'] li > label { display: grid; place-items: center; block-size: 1.65em; flex: none; }
  .galley-surface .ProseMirror ul[data-type='taskList'] li > div { margin: 0; flex: 1; min-inline-size: 0; }
  .galley-surface .ProseMirror ul[data-type='taskList'] input { inline-size: 16px; block-size: 16px; margin: 0; accent-color: var(--accent); cursor: pointer; }
  .galley-surface .ProseMirror ul[data-type='taskList'] li[data-checked='true'] > div > p { color: var(--muted); text-decoration: line-through; text-decoration-color: var(--edge); }

  .galley-surface .ProseMirror pre { position: relative; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; line-height: 1.55; tab-size: 2; }
  .galley-surface .ProseMirror pre code { font-size: 1em; }
  .galley-surface .ProseMirror pre .language { white-space: normal; position: absolute; inset-block-start: 4px; inset-inline-end: 4px; font: var(--t1) / 1.4 var(--cms-font, system-ui, sans-serif); color: var(--muted); user-select: none; }
  .galley-surface .ProseMirror pre .language select { opacity: 0; position: absolute; inset-block-start: 0; inset-inline-end: 0; max-inline-size: 10em; font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); padding: 3px 4px; cursor: pointer; }
  .galley-surface .ProseMirror pre .language .chosen-language { display: block; padding: 3px 6px; pointer-events: none; }
  .galley-surface .ProseMirror pre:is(:hover, :focus-within) .language select, .galley-surface .ProseMirror pre .language select:focus-visible { opacity: 1; }
  .galley-surface .ProseMirror[contenteditable='false'] pre .language select { display: none; }

  .galley-surface .ProseMirror .tableWrapper { overflow-x: auto; }
  .galley-surface .ProseMirror table { border-collapse: collapse; table-layout: fixed; inline-size: 100%; font-size: 0.95em; }
  .galley-surface .ProseMirror :is(td, th) { position: relative; border: 1px solid var(--line); padding: 6px var(--s3); vertical-align: top; text-align: start; min-inline-size: 48px; }
  .galley-surface .ProseMirror table.has-many[style*='min-width'] { table-layout: auto; }
  .galley-surface .ProseMirror table.has-many[style*='min-width'] :is(td, th) { overflow-wrap: break-word; max-inline-size: 16em; }
  .galley-surface .ProseMirror th { background: var(--tint); font-weight: 600; }
  .galley-surface .ProseMirror .selectedCell::after { content: ''; position: absolute; inset: 0; background: color-mix(in oklab, var(--link) 14%, transparent); pointer-events: none; }
  .galley-surface .ProseMirror .selectedCell ::selection { background: transparent; }
  .galley-surface .ProseMirror .column-resize-handle { position: absolute; inset-block: 0 -1px; inset-inline-end: -2px; inline-size: 3px; background: var(--link); pointer-events: none; }
  .galley-surface .ProseMirror.resize-cursor { cursor: col-resize; }

  .galley-surface .ProseMirror .found-words { margin-block-start: var(--s1); padding-inline: var(--s3); font-size: var(--t2); color: var(--muted); white-space: pre-wrap; overflow-wrap: anywhere; }
  .galley-surface .ProseMirror .found-words mark { background: var(--found-now); color: var(--text); border-radius: 2px; }

  .galley-surface .ProseMirror .node-card { display: flex; align-items: center; gap: var(--s2); min-block-size: 48px; padding: var(--s1) var(--s3); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); font-size: var(--t3); line-height: 1.4; white-space: normal; user-select: none; cursor: grab; }
  .galley-surface .ProseMirror .node-card .grow { flex: 1; min-inline-size: 0; }
  .galley-surface .ProseMirror .node-card .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .galley-surface .ProseMirror .node-card :is(small, .address, .summary) { color: var(--muted); font-size: var(--t2); margin-inline-start: var(--s1); }
  .galley-surface .ProseMirror .node-card .wrong { color: var(--bad); font-size: var(--t2); }
  .galley-surface .ProseMirror .node-card .thumb { display: grid; place-items: center; flex: none; inline-size: 32px; block-size: 32px; border-radius: 6px; overflow: hidden; background: var(--tint); }
  .galley-surface .ProseMirror .node-card .thumb img { inline-size: 32px; block-size: 32px; object-fit: cover; }
  .galley-surface .ProseMirror .node-card > svg { flex: none; color: var(--muted); }
  .galley-surface .ProseMirror .node-card progress { inline-size: 120px; block-size: 6px; accent-color: var(--accent); }
  .galley-surface .ProseMirror :is(.node-card, .node-picture .frame) { -webkit-user-drag: element; }
  .galley-surface .ProseMirror .node-picture img { -webkit-user-drag: none; }
  .galley-surface .ProseMirror .acts { display: inline-flex; flex: none; }
  .galley-surface .ProseMirror .node-card .acts { opacity: 0; transition: opacity 120ms; }
  .galley-surface .ProseMirror .node-card:is(:hover, :focus-within, .ProseMirror-selectednode) .acts { opacity: 1; }
  .galley-surface .ProseMirror :is(.node-card, .node-picture) :is(button, a) { display: grid; place-items: center; inline-size: 28px; block-size: 28px; padding: 0; border: 0; border-radius: var(--radius); background: none; color: var(--muted); cursor: pointer; }
  .galley-surface .ProseMirror :is(.node-card, .node-picture) :is(button, a):hover { background: var(--tint); color: var(--text); }
  .galley-surface .ProseMirror :is(.node-card, .node-picture) :is(button, a, input):focus-visible { outline: 2px solid var(--link); outline-offset: -1px; }
  .galley-surface .ProseMirror :is(.node-card, .node-picture) button[aria-pressed='true'] { background: var(--wash); color: var(--link); }
  .galley-surface .ProseMirror :is(.node-card, .node-picture, .pre) svg { inline-size: 16px; block-size: 16px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .galley-surface .ProseMirror :is(.node-card, .node-picture .frame, .node-mention, .tableWrapper, hr).ProseMirror-selectednode, .galley-surface .ProseMirror .node-picture.ProseMirror-selectednode .frame { outline: 2px solid var(--link); }
  .galley-surface .ProseMirror[contenteditable='false'] :is(.node-card, .node-picture) :is(.acts button, .bar button) { display: none; }

  .galley-surface .ProseMirror .node-picture { position: relative; margin-inline: 0; max-inline-size: 100%; display: grid; gap: 2px; white-space: normal; }
  .galley-surface .ProseMirror .node-picture.ProseMirror-selectednode { user-select: none; }
  .galley-surface .ProseMirror .node-picture .frame { display: grid; border-radius: var(--radius); overflow: hidden; background: var(--tint); cursor: grab; justify-self: start; max-inline-size: 100%; min-inline-size: 160px; }
  .galley-surface .ProseMirror .node-picture[data-width='set'] .frame { inline-size: 100%; }
  .galley-surface .ProseMirror .node-picture img { display: block; inline-size: var(--picture-width, auto); max-inline-size: 100%; aspect-ratio: var(--picture-shape, auto); }
  .galley-surface .ProseMirror .node-picture[data-width='set'] img { inline-size: 100%; }
  .galley-surface .ProseMirror .node-picture :is(.ghost, .gone) { display: grid; place-items: center; min-block-size: 96px; color: var(--muted); font-size: var(--t2); padding: var(--s3); }
  .galley-surface .ProseMirror .node-picture .frame:has(.ghost) { inline-size: 100%; }
  .galley-surface .ProseMirror .node-picture .ghost { aspect-ratio: 3 / 2; }
  .galley-surface .ProseMirror .node-picture .bar { position: absolute; inset-block-start: var(--s2); inset-inline-start: var(--s2); display: inline-flex; align-items: center; max-inline-size: calc(100vw - 60px); padding: 2px; border: 1px solid var(--line); border-radius: calc(var(--radius) + 2px); background: var(--raised); box-shadow: var(--shadow); opacity: 0; pointer-events: none; transition: opacity 120ms; }
  .galley-surface .ProseMirror .node-picture .bar .gap { inline-size: 1px; block-size: 18px; margin-inline: 3px; background: var(--line); }
  .galley-surface .ProseMirror .node-picture:is(:hover, :focus-within, .ProseMirror-selectednode) .bar { opacity: 1; pointer-events: auto; }
  .galley-surface .ProseMirror .node-picture :is(input, figcaption) { inline-size: 100%; border: 0; border-radius: 4px; background: none; padding: 2px 4px; font: var(--t2) / 1.5 var(--cms-font, system-ui, sans-serif); color: var(--muted); text-align: start; }
  .galley-surface .ProseMirror .node-picture input::placeholder { color: var(--muted); opacity: 0.75; }
  .galley-surface .ProseMirror .node-picture .alt { display: none; box-sizing: border-box; inline-size: calc(min(100%, max(160px, var(--picture-width, 100%))) - 2 * var(--s2)); }
  .galley-surface .ProseMirror .node-picture .caption.empty { opacity: 0; }
  .galley-surface .ProseMirror .node-picture:is(:hover, :focus-within, .ProseMirror-selectednode) .caption.empty { opacity: 1; }
  .galley-surface .ProseMirror .node-picture:is(:hover, :focus-within, .ProseMirror-selectednode) .alt { display: flex; flex-wrap: wrap; gap: 0 var(--s1); align-items: baseline; position: absolute; inset-block-end: 30px; inset-inline-start: var(--s2); padding: var(--s1) var(--s2); border: 1px solid var(--line); border-radius: 4px; background: var(--raised); font: var(--t2) / 1.5 var(--cms-font, system-ui, sans-serif); color: var(--muted); }
  .galley-surface .ProseMirror .node-picture[data-width='set'] .alt { inline-size: calc(100% - 2 * var(--s2)); }
  .galley-surface .ProseMirror .node-picture .alt input { flex: 1 1 10em; min-inline-size: 0; color: var(--text); }
  .galley-surface .ProseMirror .node-mention { padding: 1px 5px; border-radius: 99px; background: var(--wash); color: var(--link); font-size: 0.95em; white-space: nowrap; }
  .galley-surface .ProseMirror .node-mention.gone { background: var(--tint); color: var(--muted); }
  .galley-surface .ProseMirror a.to-document { text-decoration-style: dotted; }
  .galley-surface .ProseMirror a.gone { color: var(--bad); text-decoration: line-through; }
  @media (max-width: 640px) {
    .galley-surface .ProseMirror table[style*='min-width'] { table-layout: auto; }
    .galley-surface .ProseMirror table[style*='min-width'] :is(td, th) { overflow-wrap: break-word; max-inline-size: 16em; }
  }
  @media (pointer: coarse) {
    .galley-surface .ProseMirror .node-card .acts { opacity: 1; }
    .galley-surface .ProseMirror :is(.node-card, .node-picture) :is(button, a) { inline-size: 40px; block-size: 40px; }
    .galley-surface .ProseMirror ul[data-type='taskList'] li > label { block-size: calc(1.65em + var(--s3)); padding-inline: var(--s4) var(--s2); margin-block: calc(var(--s3) / -2); margin-inline: calc(-1 * var(--s4)) calc(-1 * var(--s2)); }
    .galley-surface .ProseMirror ul[data-type='taskList'] li + li { margin-block-start: var(--s3); }
    .galley-surface .ProseMirror pre .language select { min-block-size: 40px; }
  }
`
