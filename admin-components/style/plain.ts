/** The design tokens for spacing, type and colour, and the base styles. Hosts change them through `--cms-*`. Tested by test/admin-components/pages.test.ts. */
import { css } from 'lit'
import { controls } from './controls.ts'
import { page } from './page.ts'

const tokens = css`
  :host { color-scheme: light dark; --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 32px; --s7: 48px; --t1: 12px; --t2: 13px; --t3: 14px; --t4: 16px; --t5: 20px; --t6: 26px; --radius: var(--cms-radius, 8px); --ground: var(--cms-ground, light-dark(#f6f6f7, #101012)); --surface: var(--cms-surface, light-dark(#ffffff, #19191c)); --raised: var(--cms-raised, light-dark(#ffffff, #232327)); --tint: light-dark(#ededf0, #2a2a2f); --line: var(--cms-line, light-dark(#e2e2e6, #303036)); --edge: light-dark(#85858f, #74747e); --text: var(--cms-text, light-dark(#17171a, #ececef)); --muted: var(--cms-muted, light-dark(#5c5c66, #a6a6b0)); --accent: var(--cms-accent, var(--cms-brand, #1f4fd8)); --on-accent: var(--cms-on-accent, var(--cms-on-brand, #ffffff)); --link: light-dark(color-mix(in oklab, var(--accent) 88%, black), color-mix(in oklab, var(--accent) 48%, white)); --wash: light-dark(color-mix(in oklab, var(--accent) 9%, white), color-mix(in oklab, var(--accent) 24%, #19191c)); --bad: light-dark(#b3261e, #ff9d94); --bad-fill: #b3261e; --bad-wash: light-dark(#fdeceb, #3a1f1e); --good: light-dark(#17703a, #7fd49a); --good-wash: light-dark(#e7f5ec, #18301f); --warn: light-dark(#7d5200, #f0c46c); --warn-wash: light-dark(#fdf3dc, #332a15); --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 12%); --focus: 0 0 0 2px var(--ground), 0 0 0 4px var(--link); display: block; container-type: inline-size; font: var(--t3) / 1.5 var(--cms-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Thai', 'Leelawadee UI', Thonburi, sans-serif); color: var(--text); text-align: start; -webkit-text-size-adjust: 100%; }
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
  :focus-visible { outline: none; box-shadow: var(--focus); border-radius: var(--radius); }
  .muted { color: var(--muted); }
  .small { font-size: var(--t2); }
  .row { display: flex; align-items: center; gap: var(--s2); flex-wrap: wrap; }
  .row.apart { justify-content: space-between; }
  .stack { display: grid; gap: var(--s4); align-content: start; }
  .stack.tight { gap: var(--s2); }
  .row > .grow { flex: 1 1 140px; }
  .grow { flex: 1 1 auto; min-inline-size: 0; }
  .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .card { background: var(--surface); border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); padding: var(--s4); }
  .note { border-radius: var(--radius); padding: var(--s3) var(--s4); background: var(--tint); }
  .note.bad { background: var(--bad-wash); color: var(--bad); }
  .note.good { background: var(--good-wash); color: var(--good); }
  .note.warn { background: var(--warn-wash); color: var(--warn); }
  .empty { text-align: center; padding: var(--s7) var(--s4); display: grid; gap: var(--s3); justify-items: center; color: var(--muted); }
  .empty svg.icon { inline-size: 36px; block-size: 36px; stroke-width: 1.25; }
  .ghost { background: linear-gradient(90deg, var(--tint) 25%, var(--line) 50%, var(--tint) 75%); background-size: 200% 100%; border-radius: var(--radius); min-block-size: 1.2em; animation: shimmer 1.4s linear infinite; }
  .ghost.tall { min-block-size: 64px; }
  @keyframes shimmer { from { background-position: 200% 0; } to { background-position: -200% 0; } }
  @media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important; transition: none !important; } }
`

export const plain = css`
  ${tokens}
  ${controls}
  ${page}
`
