/** The base styles of every element. Tested by test/admin-components/pages.test.ts. */
import { css } from 'lit'
import { controls } from './controls.ts'
import { page } from './page.ts'
import { tokens } from './tokens.ts'

const base = css`
  :host { color-scheme: light dark; display: block; container-type: inline-size; font: var(--t3) / 1.5 var(--cms-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Thai', 'Leelawadee UI', Thonburi, sans-serif); color: var(--text); text-align: start; overflow-wrap: break-word; -webkit-text-size-adjust: 100%; }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  :host([hidden]), [hidden] { display: none !important; }
  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
  ul, ol { list-style: none; }
  h1 { font-size: var(--t5); line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
  h2 { font-size: var(--t4); line-height: 1.35; font-weight: 620; }
  h3 { font-size: var(--t3); font-weight: 620; }
  a { color: var(--link); text-decoration: none; }
  a:hover { text-decoration: underline; }
  code, pre, .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: var(--t2); }
  pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
  svg.icon { inline-size: 18px; block-size: 18px; flex: none; vertical-align: -4px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
  .icon.along:dir(rtl) { scale: -1 1; }
  :focus { outline: none; }
  :focus-visible { outline: 2px solid transparent; outline-offset: 2px; box-shadow: var(--focus); border-radius: var(--radius); }
  /* The texts of users run in their own direction, and begin where those around them do. */
  :where(h1, h2, h3, h4, p, dt, dd, li, label, legend, summary, td, th, .label, .help, .error, .badge, .clip, .muted, .note, .note > *) { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
  a, strong, em { unicode-bidi: plaintext; }
  .muted { color: var(--muted); }
  .small { font-size: var(--t2); }
  .row { display: flex; align-items: center; gap: var(--s2); flex-wrap: wrap; }
  .row.apart { justify-content: space-between; }
  .stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); align-content: start; }
  .stack.tight { gap: var(--s2); }
  .row > .grow { flex: 1 1 140px; }
  .grow { flex: 1 1 auto; min-inline-size: 0; }
  .whole { white-space: nowrap; }
  .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* The name of a file on a tile. */
  .two-lines { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; white-space: normal; overflow-wrap: anywhere; direction: ltr; unicode-bidi: isolate; text-align: match-parent; min-inline-size: 0; }
  .file-name { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; direction: ltr; unicode-bidi: isolate; text-align: match-parent; min-inline-size: 0; max-inline-size: 100%; }
  .file-name.cut { position: relative; display: flex; }
  .file-name .stem { overflow: hidden; text-overflow: ellipsis; min-inline-size: 2ch; max-inline-size: 100%; flex: 0 1 auto; }
  .file-name > * { white-space: pre; }
  .file-name > :last-child { flex: none; }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .card { background: var(--surface); border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); padding: var(--s4); }
  .note { border-radius: var(--radius); padding: var(--s3) var(--s4); background: var(--tint); }
  .note.bad { background: var(--bad-wash); color: var(--bad); }
  .note.good { background: var(--good-wash); color: var(--good); }
  .note.warn { background: var(--warn-wash); color: var(--warn); }
  .empty { text-align: center; padding: var(--s7) var(--s4); display: grid; gap: var(--s3); justify-items: center; color: var(--muted); }
  .empty > svg.icon { inline-size: 36px; block-size: 36px; stroke-width: 1.25; }
  .ghost { background: linear-gradient(90deg, var(--tint) 25%, var(--line) 50%, var(--tint) 75%); background-size: 200% 100%; border-radius: var(--radius); min-block-size: 1.2em; animation: shimmer 1.4s linear infinite; }
  [aria-busy='true'] > .ghost:not(.tall) { min-block-size: 44px; }
  .ghost.tall { min-block-size: 64px; }
  /* The rows are those of an earlier search. A quick answer needs no sign. */
  [aria-busy='true'] > :is(.table-frame, .cards, .choices, .library, .files) { opacity: 0.45; transition: opacity 120ms 300ms; }
  [aria-busy='true'] .search::after { content: ''; position: absolute; inset-inline: 6px; inset-block-end: 1px; block-size: 2px; background: linear-gradient(90deg, transparent 25%, var(--accent) 50%, transparent 75%); background-size: 200% 100%; animation: shimmer 1.4s linear infinite; }
  @keyframes shimmer { from { background-position: 200% 0; } to { background-position: -200% 0; } }
  /* With the colors of the system, which show no shadow and no wash; they show every outline. */
  @media (forced-colors: active) {
    :is([aria-current]:not([aria-current='false']), [aria-selected='true'], [aria-pressed='true']) { background: SelectedItem !important; color: SelectedItemText !important; }
    select { appearance: auto !important; }
  }
  @media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important; transition: none !important; } }
`

export const plain = css`
  ${tokens}
  ${base}
  ${controls}
  ${page}
`
