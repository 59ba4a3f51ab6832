/** The styles of the document form. Tested by test/admin-components/pages.test.ts. */
import { css } from 'lit'

export const documentLook = css`
  cms-document { display: block; }
  .document .page-head { position: sticky; inset-block-start: var(--bar, 0px); z-index: 5; background: var(--ground); padding-block: var(--s2); margin-block: calc(var(--s2) * -1); }
  dialog .document { --bar: 0px; }
  .document .page-head { border-block-end: 1px solid var(--line); }
  .document .page-head.scrolled { margin-block-end: calc(var(--shortened, 0px) - var(--s2)); }
  @container (min-width: 900.01px) {
    .document > .page-head h1 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
    .document > .page-head.scrolled h1 { -webkit-line-clamp: 1; }
  }
  @supports (animation-timeline: scroll()) { .document .page-head { animation: edge linear both; animation-timeline: scroll(); animation-range: 0 8px; } }
  @keyframes edge { from { border-color: transparent; } }
  .needed { display: none; align-items: center; flex-wrap: wrap; gap: var(--s2); }
  .sheet.previewing .needed { display: flex; }
  .sheet { display: grid; grid-template-columns: minmax(0, 1fr) clamp(300px, 24cqi, 400px); gap: var(--s5); align-items: start; }
  .sheet.previewing { grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); }
  .sheet.previewing > aside { grid-column: 1; }
  .sheet.previewing > cms-preview { grid-row: 1 / span 3; grid-column: 2; }
  .page.document:has(.previewing) { max-inline-size: none; }
  .sheet > .main { gap: var(--s5); }
  .sheet.content.previewing > aside, .sheet.details.previewing > .main { display: none; }
  .parts .details { position: sticky; inset-inline-end: 0; background: var(--ground); }
  .sheet.previewing > .parts { display: flex; }
  .sheet.previewing > .merged ~ .main > .stack > .tabs { display: none; }
  .parts { display: none; border-block-end: 1px solid var(--line); overflow-x: auto; }
  .parts button { flex: 1 0 auto; border: 0; border-block-end: 2px solid transparent; border-radius: 0; background: none; color: var(--muted); }
  .parts button[aria-selected='true'] { color: var(--text); border-block-end-color: var(--accent); }
  .badge.head-state { display: none; margin-inline-end: var(--s2); }
  .head-state::before { content: attr(aria-label); }
  .page.document:has(.previewing) .badge.head-state { display: inline-flex; }
  .saved-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 0; }
  .saved-line > [role='status'] { flex: 1 1 12rem; }
  .planned .grow { text-wrap: balance; }
  .planned { display: flex; align-items: center; gap: var(--s2); }
  .presence { display: flex; gap: var(--s2); color: var(--warn); margin-block-start: var(--s1); }
  .fields-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr)); gap: var(--s4); }
  details.card summary { cursor: pointer; font-weight: 600; }
  details.card[open] summary { margin-block-end: var(--s4); }
  .ghost.title { display: block; inline-size: min(18rem, 60vw); }
  select.locale { inline-size: auto; }
  .versions li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); padding: var(--s2) 0; border-block-end: 1px solid var(--line); }
  .versions .grow { flex-basis: 16rem; }
  .versions .grow time, .versions .changed { display: block; }
  .inside:has(.nothing-differs) .legend { display: none; }
  .compare { display: grid; grid-template-columns: 1fr 1fr; gap: var(--s3); }
  .compare .described > * { white-space: normal; }
  .compare .described { font-weight: 400; overflow-wrap: anywhere; white-space: pre-wrap; }
  .aside:not(:has(> .field:not([hidden]))) { display: none; }
  /* The title scrolls away, so the bar with the buttons repeats the line below it then. Screen readers hear the line itself. */
  @container (max-width: 760px) {
    .document .page-head { position: static; border: 0; animation: none; }
    .document > .page-head > .reach[data-saved]::before { content: attr(data-saved); content: attr(data-saved) / ''; flex: 1 0 100%; order: -1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: var(--muted); font-size: var(--t2); padding-inline: var(--s1); }
    .document:has(> .page-head > .reach) :is(input, select, textarea, button, a, [tabindex]) { scroll-margin-block-end: calc(2 * var(--s7) + 2 * var(--s5)); }
  }
  /* At the top of the page, both would be in view. */
  @supports (animation-timeline: scroll()) {
    @media (prefers-reduced-motion: no-preference) {
      @container (max-width: 760px) {
        .document > .page-head > .reach[data-saved]::before { max-block-size: 0; margin-block-end: calc(var(--s1) * -1); animation: repeat-line linear both; animation-timeline: scroll(); animation-range: 60px 80px; }
      }
    }
  }
  @keyframes repeat-line { to { max-block-size: 3em; margin-block-end: 0; } }
  @media (max-height: 500px) and (pointer: coarse) { .document > .page-head > .reach[data-saved]::before { content: none; } }
  @container (max-width: 900px) {
    .sheet, .sheet.previewing { grid-template-columns: minmax(0, 1fr); }
    .sheet.previewing > cms-preview { grid-row: auto; grid-column: auto; }
    .needed, .parts { display: flex; }
    .parts.merged button { padding-inline: var(--s2); }
    .sheet > .merged ~ .main > .stack > .tabs { display: none; }
    .badge.head-state { display: inline-flex; }
    .sheet.content > aside, .sheet.details > .main { display: none; }
    .sheet.previewing > cms-preview { order: -1; position: static; block-size: calc(100dvh - 120px); }
    .compare { grid-template-columns: 1fr; }
  }
  @media (max-height: 500px) and (pointer: coarse) { .document .page-head { position: static; } }
`
