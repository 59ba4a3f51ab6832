/** The shared styles of buttons, inputs, tables, badges, menus and dialogs. Tested by test/admin-components/pages.test.ts. */
import { css } from 'lit'

export const controls = css`
  button, .button { font: inherit; font-weight: 550; color: var(--text); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); min-block-size: 36px; padding: 0 var(--s3); display: inline-flex; align-items: center; justify-content: center; gap: var(--s2); cursor: pointer; text-decoration: none; white-space: nowrap; max-inline-size: 100%; overflow: clip; transition: background-color 120ms, border-color 120ms; }
  button:hover, .button:hover { background: var(--tint); text-decoration: none; }
  button:disabled { cursor: not-allowed; opacity: 0.55; }
  button.main, .button.main { background: var(--accent); color: var(--on-accent); border-color: transparent; }
  button.main:hover, .button.main:hover { background: color-mix(in oklab, var(--accent) 86%, black); }
  button.danger { color: var(--bad); }
  button.main.danger { background: var(--bad-fill); color: var(--on-fill); }
  button.plain { background: none; border-color: transparent; }
  button.plain:hover { background: var(--tint); }
  button.icon-only { padding: 0; inline-size: 36px; }
  button.small { min-block-size: 28px; padding: 0 var(--s2); font-size: var(--t2); }
  button.small.icon-only { inline-size: 28px; padding: 0; }
  button[aria-pressed='true'], button[aria-expanded='true'].plain { background: var(--wash); color: var(--link); }
  .busy::before { content: ''; inline-size: 14px; block-size: 14px; border: 2px solid currentColor; border-inline-end-color: transparent; border-radius: 50%; animation: turn 0.8s linear infinite; }
  /* In place of the words, so that the button keeps its size. */
  button.busy { position: relative; -webkit-text-fill-color: transparent; }
  button.busy::before { position: absolute; inset: 0; margin: auto; }
  button.busy > svg.icon { visibility: hidden; }
  @keyframes turn { to { transform: rotate(1turn); } }
  input, select, textarea { font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius); min-block-size: 36px; padding: 6px var(--s3); inline-size: 100%; min-inline-size: 0; }
  textarea { min-block-size: 88px; resize: vertical; display: block; field-sizing: content; max-block-size: 60vh; }
  select { appearance: none; padding-inline-end: var(--s6); background-image: linear-gradient(45deg, transparent 50%, var(--muted) 50%), linear-gradient(-45deg, transparent 50%, var(--muted) 50%); background-position: right 15px center, right 10px center; background-size: 5px 5px; background-repeat: no-repeat; }
  select[size]:not([size='1']) { padding-inline-end: var(--s3); background-image: none; }
  select:dir(rtl) { background-position: left 10px center, left 15px center; }
  input[type='checkbox'], input[type='radio'] { inline-size: 18px; block-size: 18px; min-block-size: 0; padding: 0; margin: 0; accent-color: var(--accent); vertical-align: middle; flex: none; }
  input[type='file'] { border: 0; padding-inline: 0; background: none; }
  input:focus-visible, select:focus-visible, textarea:focus-visible { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
  input[type='search']::-webkit-search-cancel-button { appearance: none; inline-size: 14px; block-size: 14px; margin-inline-start: var(--s1); cursor: pointer; background: linear-gradient(45deg, transparent 45%, var(--muted) 45% 55%, transparent 55%), linear-gradient(-45deg, transparent 45%, var(--muted) 45% 55%, transparent 55%); }
  input::placeholder, textarea::placeholder { color: var(--muted); opacity: 1; }
  input:placeholder-shown { text-overflow: ellipsis; }
  :is(input, textarea, select)[aria-invalid='true'] { border-color: var(--bad); }
  :is(input, textarea, select)[aria-invalid='true']:focus-visible { box-shadow: 0 0 0 1px var(--bad); }
  input:disabled, select:disabled, textarea:disabled, textarea:read-only, input:read-only:not(:is([type='checkbox'], [type='radio'], [type='file'], [type='search'], [type='color'], [type='range'])) { background-color: var(--tint); border-color: var(--line); }
  label, .label { font-weight: 550; display: block; }
  label :is(input, select, textarea) { font-weight: 450; }
  label.inline { display: flex; align-items: center; gap: var(--s2); font-weight: 450; }
  .field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; align-content: start; min-inline-size: 0; }
  .narrow { display: flex; flex-wrap: wrap; gap: var(--s4); }
  .narrow:not(:has(> .field:not([hidden]))) { display: none; }
  .narrow > .field { min-inline-size: min(11rem, 100%); }
  @container (max-width: 500px) { .narrow > .field.field { flex: 1 1 100%; } }
  /* In a row with inputs, a tick box is level with them. */
  @container (min-width: 500.02px) { .narrow:has(> .field > :is(input, select)) > .field > .inline:first-child { margin-block-start: calc(1lh + 6px); min-block-size: 36px; } }
  .narrow > [data-width='half'] { flex-basis: calc(50% - var(--s4) / 2); }
  .narrow > [data-width='third'] { flex-basis: calc((100% - 2 * var(--s4)) / 3); }
  .narrow > [data-width='quarter'] { flex-basis: calc((100% - 3 * var(--s4)) / 4); }
  .field[data-locked] :is(.related > li, .tiles > li, .code-frame) { background: var(--tint); border-color: var(--line); }
  .field[data-locked] .paper { --tint: var(--surface); }
  .field .help { color: var(--muted); font-size: var(--t2); }
  .error { color: var(--bad); font-size: var(--t2); }
  .star { color: var(--bad); }
  summary { display: flex; align-items: center; gap: var(--s2); inline-size: fit-content; max-inline-size: 100%; list-style: none; cursor: pointer; }
  summary::-webkit-details-marker { display: none; }
  summary::before { content: ''; flex: none; inline-size: 6px; block-size: 6px; border: solid currentColor; border-width: 0 0 1.5px; border-inline-end-width: 1.5px; rotate: -45deg; }
  summary:dir(rtl)::before { rotate: 45deg; }
  details[open] > summary::before { rotate: 45deg; }
  details[open] > summary:dir(rtl)::before { rotate: -45deg; }
  .badge { display: inline-flex; align-items: center; gap: 5px; border-radius: 99px; padding: 1px var(--s2); font-size: var(--t1); font-weight: 550; background: var(--tint); color: var(--text); white-space: nowrap; max-inline-size: 100%; overflow: clip; }
  :is(tr[aria-selected='true'], .is-chosen) .badge { background: var(--surface); }
  .badges { display: inline-flex; flex-wrap: wrap; gap: 2px var(--s1); }
  td .badges { margin-block: 6px; }
  .badge svg.icon { inline-size: 14px; block-size: 14px; }
  :is(label, .label) .badge { margin-inline-start: 6px; }
  /* The words of a label run in their own direction, what follows them in that of the page. */
  :is(label, .label):has(> bdi) { unicode-bidi: normal; }
  .badge.good { background: var(--good-wash); color: var(--good); }
  .badge.warn { background: var(--warn-wash); color: var(--warn); }
  .badge.bad { background: var(--bad-wash); color: var(--bad); }
  .badge.accent { background: var(--wash); color: var(--link); }
  .table-frame { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--surface); }
  /* More columns follow: the last one that is seen fades out. */
  .table-frame[data-more]:not(:has(.act, .acting)) { mask-image: linear-gradient(to left, transparent, black var(--s6)); }
  .table-frame[data-more]:not(:has(.act, .acting)):dir(rtl) { mask-image: linear-gradient(to right, transparent, black var(--s6)); }
  table { border-collapse: collapse; inline-size: 100%; }
  th { font-weight: 550; font-size: var(--t2); color: var(--muted); white-space: nowrap; }
  th, td { padding: 0 var(--s3); block-size: 44px; border-block-end: 1px solid var(--line); max-inline-size: 360px; }
  tbody tr:last-child :is(td, th) { border-block-end: 0; }
  tbody tr:hover { background: color-mix(in oklab, var(--tint) 45%, transparent); }
  tr[aria-selected='true'] { background: var(--wash); }
  /* What stays in view while a table scrolls hides what moves below it, so it has the color of its row. */
  :is(.acting, .list-table) tr { --row: var(--surface); background: var(--row); }
  :is(.acting, .list-table) tbody tr:hover { --row: color-mix(in oklab, var(--tint) 45%, var(--surface)); background: var(--row); }
  :is(.acting, .list-table) tbody tr[aria-selected='true'] { --row: var(--wash); background: var(--row); }
  table.acting :is(td, th):last-child:not([colspan]) { position: sticky; inset-inline-end: 0; background: var(--row); }
  @container (min-width: 640.02px) { table.acting td:last-child:not([colspan]) { inline-size: 1px; white-space: nowrap; text-align: end; } }
  td.tight, th.tight { inline-size: 1px; padding-inline-end: 0; white-space: nowrap; }
  td.end, th.end { text-align: end; }
  dialog { color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: calc(var(--radius) + 6px); padding: 0; box-shadow: var(--shadow); inline-size: min(480px, calc(100vw - 32px)); max-block-size: min(86vh, 900px); overflow: auto; }
  dialog::backdrop { background: var(--veil); }
  dialog.roomy { inline-size: min(560px, calc(100vw - 32px)); }
  dialog.wide { inline-size: min(960px, calc(100vw - 32px)); }
  dialog.drawer { container-type: inline-size; margin: 0; margin-inline-start: auto; inline-size: min(720px, 100vw); block-size: 100dvh; max-block-size: 100dvh; border-radius: 0; border-width: 0; border-inline-start-width: 1px; }
  dialog[open] { animation: rise 140ms ease-out; }
  dialog.drawer[open] { animation: slide 180ms ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(8px); } }
  @keyframes slide { from { transform: translateX(24px); opacity: 0; } }
  dialog > form, dialog > .inside { padding: var(--s5); display: grid; gap: var(--s4); }
  dialog :is(form, .inside) > .row.apart:first-child { flex-wrap: nowrap; }
  dialog.drawer > .inside { display: flex; flex-direction: column; min-block-size: 100%; }
  dialog.drawer > .inside > .foot { margin-block-start: auto; }
  dialog :is(h2, p, li) { overflow-wrap: anywhere; }
  dialog ul.places { list-style: disc; padding-inline-start: var(--s5); max-block-size: 40vh; overflow-y: auto; }
  .places li::marker { color: var(--muted); }
  .places a, .places summary { text-decoration: underline; }
  .places summary { cursor: pointer; inline-size: fit-content; }
  .places details ul { list-style: disc; color: var(--text); padding-inline-start: var(--s4); }
  .places li:has(details) { list-style: none; margin-inline-start: calc(-1 * var(--s4)); }
  .places svg { margin-inline-start: var(--s1); inline-size: 14px; block-size: 14px; color: var(--muted); vertical-align: -2px; }
  dialog .foot { display: flex; align-items: center; gap: var(--s2); justify-content: flex-end; flex-wrap: wrap; }
  dialog.wide .foot { position: sticky; inset-block-end: 0; z-index: 1; background: var(--raised); margin: 0 calc(var(--s5) * -1) calc(var(--s5) * -1); padding: var(--s3) var(--s5); border-block-start: 1px solid var(--line); }
  [popover].menu { position: fixed; inset: auto; max-inline-size: calc(100vw - 16px); margin: 0; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s1); min-inline-size: 200px; max-block-size: 80vh; overflow: auto; }
  [popover].menu:popover-open { display: flex; flex-direction: column; }
  .menu button { inline-size: 100%; flex: none; justify-content: flex-start; border: 0; background: none; font-weight: 450; }
  .menu button:hover, .menu button:focus-visible { background: var(--tint); }
  .menu .grow { text-align: start; }
  .menu .about { display: block; max-inline-size: 20rem; padding-block-end: var(--s1); color: var(--muted); font-size: var(--t2); white-space: normal; }
  .menu .hint { color: var(--muted); font-size: var(--t2); padding-inline-start: var(--s4); }
  .menu .heading { padding: var(--s2) var(--s3) var(--s1); color: var(--muted); font-size: var(--t1); font-weight: 600; }
  .menu button .tick { inline-size: 18px; flex: none; }
  .menu button[aria-checked='true']:not(:has(.tick)) { background: var(--wash); color: var(--link); }
  .menu hr { border: 0; border-block-start: 1px solid var(--line); margin: var(--s1) 0; }
  .tabs { display: flex; gap: var(--s1); border-block-end: 1px solid var(--line); overflow-x: auto; }
  .tabs button { border: 0; border-block-end: 2px solid transparent; border-radius: 0; background: none; color: var(--muted); }
  .tabs button[aria-selected='true'] { color: var(--text); border-block-end-color: var(--accent); }
  progress { inline-size: 100%; block-size: 6px; accent-color: var(--accent); vertical-align: middle; }
  @media (pointer: coarse) { button, .button, input, select { min-block-size: 42px; } button.icon-only { inline-size: 42px; } button.small, .button.small { min-block-size: 40px; } button.small.icon-only { inline-size: 40px; } }
  .tools { display: flex; gap: var(--s2); flex-wrap: wrap; align-items: center; }
  .tools label { display: grid; gap: 2px; }
  .tools select, .tools label input { inline-size: auto; font-weight: 450; }
  .table-frame[data-more] :is(.act, .acting :is(td, th):last-child:not([colspan]))::before { content: ''; position: absolute; inset-block: 0; inset-inline-end: 100%; inline-size: var(--s6); background: linear-gradient(to right, transparent, var(--row)); pointer-events: none; }
  .table-frame[data-more] :is(.act, .acting :is(td, th):last-child:not([colspan])):dir(rtl)::before { background: linear-gradient(to left, transparent, var(--row)); }
  @container (min-width: 640.02px) { .tools .sheet { display: contents; } }
  @container (max-width: 640px) {
    .tools .sheet { position: fixed; inset: auto 0 0; inline-size: auto; max-inline-size: none; margin: 0; border: 0; border-block-start: 1px solid var(--line); border-start-start-radius: calc(var(--radius) + 4px); border-start-end-radius: calc(var(--radius) + 4px); padding: var(--s4) var(--s4) calc(var(--s4) + env(safe-area-inset-bottom, 0px)); color: inherit; background: var(--raised); box-shadow: var(--shadow); max-block-size: 80vh; overflow: auto; }
    .tools .sheet:popover-open { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; }
    .tools .sheet label { flex: 1 1 100%; }
    .tools .sheet label :is(select, input) { inline-size: 100%; }
    .tools .sheet::backdrop { background: var(--veil); }
    .tools .search { flex-basis: 0; min-inline-size: 120px; }
  }
  .switch { display: inline-flex; }
  .switch button:not(:first-child) { border-start-start-radius: 0; border-end-start-radius: 0; border-inline-start: 0; }
  .switch button:not(:last-child) { border-start-end-radius: 0; border-end-end-radius: 0; }
  .tools cms-menu .clip { max-inline-size: 12em; }
  .search { position: relative; flex: 1 1 200px; }
  .search svg { position: absolute; inset-block: 0; margin-block: auto; inset-inline-start: 10px; color: var(--muted); }
  .search input { padding-inline-start: calc(var(--s6) + var(--s1)); }
  .thumb { display: inline-grid; place-items: center; inline-size: 32px; block-size: 32px; background: var(--tint); border-radius: 6px; flex: none; overflow: hidden; }
  .thumb img { inline-size: 32px; block-size: 32px; object-fit: cover; }
  @container (max-width: 640px) { .wide-only { display: none; } }
  @container (min-width: 640.02px) { .narrow-only { display: none; } }
  /* In a row with little room, icons are enough: the buttons have names and tooltips. */
  @container (min-width: 640.02px) and (max-width: 940px) { .roomy { display: none; } .tools .search { flex-basis: 130px; } }
  .ago { white-space: nowrap; }
  .page-number { min-inline-size: 28px; }
  .page-number[aria-current] { background: var(--wash); color: var(--link); }
  .chosen { position: sticky; inset-block-end: calc(var(--s3) + var(--below, 0px)); background: var(--raised); border: 1px solid var(--line); box-shadow: var(--shadow); border-radius: calc(var(--radius) + 4px); padding: var(--s2) var(--s3); z-index: 3; }
  .chosen select { inline-size: auto; max-inline-size: 100%; }
  .facts { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 4px var(--s5); font-size: var(--t2); }
  .facts dt { color: var(--muted); }
  .facts dd { overflow-wrap: anywhere; }
  .facts.apart { column-gap: var(--s3); }
  .facts.apart dd { display: flex; justify-content: flex-end; }
  .facts.apart .badges { justify-content: flex-end; }
  .feed li { display: flex; gap: var(--s3); padding: var(--s2) 0; border-block-end: 1px solid var(--line); align-items: baseline; }
  .feed a { text-decoration: underline; }
  .feed li:last-child { border: 0; }
  .feed time { flex: none; }
`
