/** The layout of a page, with its title and main actions, also where a part is embedded on its own. Tested by test/admin-components/embedded.test.ts. */
import { css } from 'lit'

export const page = css`
  .page { padding: var(--s5) var(--s6) calc(var(--s7) + var(--below, 0px)); max-inline-size: var(--page); margin-inline: auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s5); align-content: start; }
  .page-head { display: flex; align-items: flex-start; justify-content: space-between; gap: var(--s3); flex-wrap: wrap; }
  .page-head > h1, .page-head > div > h1:only-child { min-block-size: 36px; display: flex; align-items: center; }
  .page-head > :first-child { min-inline-size: min(140px, 100%); flex: 1; }
  .page-head .row { justify-content: flex-end; }
  .page > cms-own > * > * + :is(h1, h2, h3, p, ul, ol, dl, form, section, div, table, pre) { margin-block-start: var(--s4); }
  .offline { position: fixed; inset-block-end: calc(var(--s4) + var(--below, 0px)); inset-inline: calc(var(--side, 0px) + var(--s4)) var(--s4); margin: 0 auto; inline-size: fit-content; max-inline-size: 100%; z-index: 40; background: var(--warn-wash); color: var(--warn); border: 1px solid currentColor; border-radius: var(--radius); padding: var(--s2) var(--s4); box-shadow: var(--shadow); }
  .seen-as { position: fixed; inset-block-end: 0; inset-inline: var(--side, 0px) 0; z-index: 7; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: var(--s1) var(--s3); background: var(--warn-wash); color: var(--warn); border-block-start: 1px solid currentColor; padding: var(--s2) var(--s4) calc(var(--s2) + env(safe-area-inset-bottom, 0px)); text-align: center; }
  .crumbs { font-size: var(--t2); color: var(--muted); display: flex; gap: var(--s1); align-items: center; margin-block-end: 2px; }
  .crumbs > * { min-inline-size: 0; }
  @container (max-width: 760px) {
    .page { padding: var(--s4) var(--s4) calc(var(--s7) + var(--below, 0px)); }
    .page-head h1 { font-size: var(--h4); }
    .page:has(> .page-head > .reach) { display: flex; flex-direction: column; min-block-size: calc(var(--page-least, 0px) - var(--below, 0px)); margin-block-end: var(--below, 0px); padding-block-end: 0; }
    /* What lies over the page leaves its room above the bar, which stays at the bottom. */
    .frame .page:has(> .page-head > .reach) { padding-block-end: 0; }
    .frame:has(.toast, .running, .uploads) .page:has(> .page-head > .reach)::after { content: ''; flex: none; block-size: var(--room); }
    .page:has(> .page-head > .reach) > .page-head { display: contents; }
    .page:has(> .page-head > .reach) > .page-head > :first-child { flex: none; }
    .page > .page-head > .reach { order: 1; flex-wrap: wrap; gap: var(--s1); position: sticky; inset-block-end: var(--below, 0px); margin-block-start: auto; z-index: 5; margin-inline: calc(var(--s4) * -1); padding: var(--s2) var(--s2) calc(var(--s2) + env(safe-area-inset-bottom, 0px)); background: var(--raised); border-block-start: 1px solid var(--line); }
    .page:has(> .page-head > .reach) :is(input, select, textarea, button, a, [tabindex]) { scroll-margin-block-end: calc(2 * var(--s7) + var(--s5)); }
    /* Buttons go to a second row before their words are cut. */
    .page > .page-head > .reach > :is(button:not(.icon-only), .button) { flex: 1 1 auto; min-inline-size: 0; white-space: nowrap; }
    .page > .page-head > .reach > :is(select, .icon-only, cms-menu) { flex: none; }
    .page > .page-head > .reach > cms-menu { order: 1; }
    .page > .page-head > .reach > .main { order: 2; }
    .page > .page-head > .reach > select { padding-inline: var(--s2) var(--s5); }
    .page > .page-head > .reach > :is(button, .button) { padding-inline: var(--s2); font-size: var(--t2); }
    .page > .page-head > .reach > button:not(.main, .icon-only) { padding-inline: var(--s1); }
    .page > .page-head > .reach:not(:has(button, .button)), .page:has(> .chosen) > .page-head > .reach { display: none; }
    .page > .chosen { order: 1; }
  }
  /* Drawers, and windows of tablets: wide enough for buttons of their own width, as below a dialog. */
  @container (min-width: 560px) and (max-width: 760px) {
    .page > .page-head > .reach > :is(button:not(.icon-only), .button) { flex: none; padding-inline: var(--s3); }
  }
  @media (max-height: 500px) and (pointer: coarse) {
    .page > .page-head > .reach { padding-block: 2px; }
  }
`
