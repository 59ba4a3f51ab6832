/** How the table of a list looks: nothing leaves its cell, headings and titles stay in view while it scrolls, phones get a row of lines.
 * Tested by test/admin-components/list-table.test.ts.
 */
import { css } from 'lit'

export const tableLook = css`
  th button { border: 0; background: none; padding: 0; min-block-size: 32px; color: inherit; font-size: inherit; font-weight: inherit; }
  th button svg.icon { inline-size: 14px; block-size: 14px; }
  td a { color: var(--text); font-weight: 550; }
  td .branch { margin-inline-start: -6px; vertical-align: middle; }
  td .branch ~ .name { vertical-align: middle; }
  td .changes { display: block; max-inline-size: 9rem; overflow: hidden; text-overflow: ellipsis; font-size: var(--t1); }
  td .leaf { display: inline-block; inline-size: 22px; }
  @media (pointer: coarse) { td .leaf { inline-size: 34px; } }
  td[data-depth]:not([data-depth='0'])::before { content: ''; display: inline-block; }
  td[data-depth='1']::before { inline-size: 24px; }
  td[data-depth='2']::before { inline-size: 48px; }
  td[data-depth='3']::before { inline-size: 72px; }
  td[data-depth='4']::before { inline-size: 96px; }
  td[data-depth='5']::before { inline-size: 120px; }
  td[data-depth='6']::before { inline-size: 144px; }
  td[data-depth='7']::before { inline-size: 168px; }
  td[data-depth='8']::before { inline-size: 192px; }
  .list-table { --tick: 18px; --under: inset 0 0 transparent; }
  .list-table thead { --under: inset 0 -1px var(--line); }
  .list-table.unticked { --tick: calc(-1 * var(--s3)); }
  /* States, times, numbers and pictures get what they need, the title what it needs as well, and columns of words share the rest. */
  .list-table { --title: 40%; }
  @container (max-width: 1300px) { .list-table:has(th:nth-of-type(6)) { --title: 36%; } }
  .list-table:not(:has(td.clip:not(.end) .value)) { --title: 100%; }
  @container (min-width: 896px) { .list-table:not(:has(th:nth-of-type(8))) td.state .badges { flex-wrap: nowrap; } }
  .list-table :is(td, th).first { inline-size: var(--title); min-inline-size: 15rem; max-inline-size: none; overflow-wrap: anywhere; }
  .list-table td.clip { max-inline-size: clamp(9rem, 20cqi, 16rem); }
  .list-table td.when { white-space: nowrap; }
  .list-table .name { display: inline-block; max-inline-size: 100%; vertical-align: middle; }
  .list-table .order { padding-inline-end: var(--s2); }
  .list-table td.state .row { gap: 2px var(--s1); }
  .list-table td.clip:has(.two-lines, .cut) { max-inline-size: none; }
  .list-table td :is(.two-lines, .cut) { min-inline-size: 7.5rem; font-size: var(--t2); overflow-wrap: break-word; }
  .list-table td.deletion { inline-size: 15rem; min-inline-size: 15rem; padding-block: 6px; }
  .list-table td.deletion > * { display: block; }
  .list-table td.clip .row { flex-wrap: nowrap; }
  .list-table td.end { font-variant-numeric: tabular-nums; }
  .list-table tbody tr { cursor: pointer; }
  .list-table.compact :is(td, th) { block-size: 32px; font-size: var(--t2); }
  .list-table.compact td :is(.badges, .row) { margin-block: 2px; }
  .list-table.compact td :is(.thumb, .thumb img) { inline-size: 24px; block-size: 24px; }
  .list-table.compact td.state :is(.row, .badges) { flex-wrap: nowrap; }
  .list-table.compact td .changes { display: none; }
  @container (min-width: 640.02px) {
    /* Two lines of words fit into a row of one. */
    .list-table td:is(.first, .when) { padding-block: 2px; }
    .list-table td.state { padding-block: 5px; }
    .list-table :is(td, th):is(.state, .when, .end) { inline-size: 1px; }
    .list-table td.state .badges { margin-block: 0; }
    /* A column is as wide as its longest value where there is room, and a few letters wide where there isn't. */
    .list-table td.clip:has(.value) { min-inline-size: 6.5rem; }
    .list-table .value { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; white-space: normal; word-break: break-all; unicode-bidi: plaintext; text-align: match-parent; }
    .list-table .name { display: -webkit-inline-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
    .list-table.compact .name { -webkit-line-clamp: 1; }
    .list-table thead th { position: sticky; inset-block-start: 0; z-index: 2; background: var(--surface); box-shadow: var(--under); }
    /* A frame that clips doesn't scroll, so headings stick to the window. One that scrolls sideways moves them instead. */
    .list-table[data-fits='true'] { overflow: clip; }
    .list-table[data-fits='false'] thead th { transform: translateY(var(--head, 0)); }
    .list-table[data-fits='false'] :is(.tick, .first) { position: sticky; inset-inline-start: 0; z-index: 1; background: inherit; }
    .list-table[data-fits='false'] .first { inset-inline-start: calc(var(--s3) + var(--tick)); box-shadow: inset -1px 0 var(--line), var(--under); }
    .list-table[data-fits='false'] .first:dir(rtl) { box-shadow: inset 1px 0 var(--line), var(--under); }
    .list-table[data-fits='false'] thead :is(.tick, .first, .act) { z-index: 3; background: var(--surface); }
    .list-table[data-fits='false'] .act { position: sticky; inset-inline-end: 0; background: inherit; box-shadow: inset 1px 0 var(--line), var(--under); }
    .list-table[data-fits='false'] .act:dir(rtl) { box-shadow: inset -1px 0 var(--line), var(--under); }
    .list-table .act { inline-size: 1px; white-space: nowrap; }
  }
  @container (max-width: 640px) {
    .list-table table, .list-table tbody { display: block; }
    .list-table thead { display: none; }
    .list-table tr { display: flex; flex-wrap: wrap; gap: 2px var(--s3); padding: var(--s3); padding-inline-start: calc(2 * var(--s3) + var(--tick)); border-block-end: 1px solid var(--line); align-items: center; }
    .list-table td.tight:first-child { inline-size: var(--tick); margin-inline-start: calc(-1 * var(--tick) - var(--s3)); }
    .list-table td { display: block; border: 0; padding: 0; block-size: auto; inline-size: auto; max-inline-size: 100%; font-size: var(--t2); color: var(--muted); }
    .list-table td:is(.first, .state, .deletion) { padding-block: 0; min-inline-size: 0; }
    .list-table td.first { font-size: var(--t3); flex: 1 0 calc(100% - var(--s3)); }
    .list-table td.first:not(.tight + .first) { flex-basis: 100%; }
    .list-table td:is(.act, .order) { flex: 1 0 100%; }
    .list-table tr { position: relative; }
    .list-table tr:has(td .thumb img) { padding-inline-end: calc(var(--s7) + var(--s4)); }
    .list-table td:has(.thumb img) { display: none; }
    .list-table td:nth-child(1 of :has(.thumb img)) { display: block; position: absolute; inset-block-start: var(--s3); inset-inline-end: var(--s3); }
    .list-table td:has(.thumb img) :is(.thumb, .thumb img) { inline-size: 44px; block-size: 44px; }
    .list-table td:empty { display: none; }
    .list-table td .changes { display: inline; }
    .list-table td .changes::before { content: '· '; }
    .list-table td:is(.clip, .deletion):not(:has(.thumb))::before { content: attr(data-label) ' '; font-size: var(--t1); color: var(--muted); }
    .list-table td.clip { color: var(--text); max-inline-size: 100%; }
    .list-table { --twig: 0px; --deep: 0px; }
    .list-table td.first[data-depth]::before { content: none; }
    .list-table tr:has(:is(.branch, .leaf)) { --twig: 22px; }
    @media (pointer: coarse) { .list-table tr:has(:is(.branch, .leaf)) { --twig: 34px; } }
    .list-table td.deletion { flex: 1 0 100%; }
    .list-table td.deletion > time { display: inline; }
    .list-table tr:has(:is(.branch, .leaf)) td.first { display: flex; align-items: center; flex-wrap: wrap; min-block-size: 42px; }
    .list-table tr { padding-inline-start: calc(2 * var(--s3) + var(--tick) + var(--twig) + var(--deep)); }
    .list-table td.tight:first-child { margin-inline-start: calc(-1 * var(--tick) - var(--s3) - var(--twig) - var(--deep)); margin-inline-end: var(--deep); }
    .list-table td.first { flex-basis: calc(100% - var(--s3)); }
    .list-table tr:has([data-depth='1']) { --deep: var(--s3); }
    .list-table tr:has([data-depth='2']) { --deep: var(--s5); }
    .list-table tr:has(:is([data-depth='3'], [data-depth='4'], [data-depth='5'], [data-depth='6'], [data-depth='7'], [data-depth='8'])) { --deep: var(--s6); }
  }
`
