/** The styles of comparisons. Lines and words mark each kind of change, not colours alone.
 * Tested by test/admin-components/compare.test.ts.
 */
import { css } from 'lit'

export const compareLook = css`
  cms-changes, cms-changed-text { display: block; min-inline-size: 0; }
  .changes { display: grid; gap: var(--s2); }
  .changes > dt { font-weight: 620; margin-block-start: var(--s2); }
  .changes .changes > dt { font-size: var(--t2); margin-block-start: 0; color: var(--muted); }
  .changes > dd { min-inline-size: 0; overflow-wrap: anywhere; }
  .changes ins, .prose ins, ins.sample { background: var(--good-wash); color: inherit; text-decoration: underline; text-decoration-color: var(--good); text-underline-offset: 3px; border-radius: 3px; }
  .changes del, .prose del, del.sample { background: var(--bad-wash); color: inherit; text-decoration: line-through; text-decoration-color: var(--bad); border-radius: 3px; }
  cms-changes mark { background: var(--warn-wash); color: inherit; text-decoration: underline dotted; text-underline-offset: 3px; border-radius: 3px; }
  .changes .entries, .entries { display: grid; gap: var(--s2); }
  .entries > li { min-inline-size: 0; overflow-wrap: anywhere; }
  .entries summary { cursor: pointer; }
  .card.kind { display: grid; gap: var(--s2); padding: var(--s3); }
  .card.kind.is-added { border-inline-start: 3px solid var(--good); }
  .card.kind.is-removed { border-inline-start: 3px dashed var(--bad); }
  .card.kind.is-moved { border-inline-start: 3px double var(--link); }
  .inside-fields { display: grid; gap: 2px; }
  .inside-fields dd { margin-block-end: var(--s1); overflow-wrap: anywhere; min-inline-size: 0; }
  .file { display: inline-flex; align-items: center; gap: var(--s2); max-inline-size: 100%; vertical-align: middle; }
  .file .thumb, .file .thumb img { inline-size: 56px; block-size: 56px; }
  .file .name { overflow-wrap: anywhere; }
  .prose { overflow-wrap: anywhere; }
  .prose > * { content-visibility: auto; contain-intrinsic-block-size: auto 60px; }
  .prose > * + * { margin-block-start: var(--s2); }
  .prose > *, .prose .block > *, .prose li > *, .prose blockquote > * { min-inline-size: 0; }
  .prose p { white-space: pre-wrap; min-block-size: 1lh; }
  .prose .heading { font-weight: 650; line-height: 1.3; }
  .prose .level-1 { font-size: var(--t6); }
  .prose .level-2 { font-size: var(--t5); }
  .prose .level-3 { font-size: var(--t4); }
  .prose ul.bullets > li { list-style: disc; }
  .prose ol:not(.entries) > li { list-style: decimal; }
  .prose ul.bullets, .prose ol:not(.entries) { padding-inline-start: var(--s5); }
  .prose li.no-sign { list-style: none; }
  .prose li { margin-block: 2px; }
  .prose .task { display: flex; gap: var(--s2); }
  .prose blockquote { margin: 0; padding-inline-start: var(--s3); border-inline-start: 3px solid var(--edge); display: grid; gap: var(--s2); }
  .prose pre.code { background: var(--tint); border-radius: var(--radius); padding: var(--s3); overflow: visible; }
  .prose hr { inline-size: 100%; border: 0; border-block-start: 1px solid var(--edge); margin-block: var(--s2); }
  .prose figure img { max-inline-size: 100%; max-block-size: 220px; border-radius: var(--radius); display: block; }
  .prose del:has(figure), .prose ins:has(figure) { display: inline-block; max-inline-size: 48%; vertical-align: top; padding: var(--s1); }
  .prose .mention { font-weight: 550; }
  .prose .table-frame table { inline-size: auto; min-inline-size: 50%; }
  .prose th, .prose td { block-size: auto; padding: var(--s1) var(--s2); border: 1px solid var(--line); vertical-align: top; white-space: normal; text-align: start; min-inline-size: 64px; }
  .prose th { color: var(--text); background: var(--tint); }
  .prose .block { display: grid; gap: var(--s1); padding-inline-start: var(--s3); border-inline-start: 3px solid var(--warn); }
  .prose .block.is-changed:has(.block) { border: 0; padding: 0; }
  .prose .block.is-added { border-inline-start: 3px solid var(--good); background: color-mix(in oklab, var(--good-wash) 60%, transparent); }
  .prose .block.is-removed { border-inline-start: 3px dashed var(--bad); background: color-mix(in oklab, var(--bad-wash) 60%, transparent); }
  .prose .block.is-removed p, .prose .block.is-removed pre, .prose .is-removed td, .prose td.is-removed { text-decoration: line-through; text-decoration-color: var(--bad); }
  .prose .block.is-moved { border-inline-start: 3px double var(--link); }
  .prose .is-added > td, .prose .is-added > th, .prose td.is-added, .prose th.is-added { background: var(--good-wash); }
  .prose .is-removed > td, .prose .is-removed > th, .prose td.is-removed, .prose th.is-removed { background: var(--bad-wash); }
  .prose .notes { gap: var(--s1); }
  .prose .notes .badge { white-space: normal; text-decoration: none; }
  .prose .left { border-inline-start: 3px dotted var(--link); padding-inline-start: var(--s3); }
  .prose .formatted { border-block-end: 2px dotted var(--warn); }
  .prose .formatting { font-size: var(--t1); color: var(--warn); background: var(--warn-wash); border-radius: 99px; padding: 0 6px; margin-inline: 3px; white-space: nowrap; font-weight: 450; font-style: normal; }
  .prose .fold { justify-self: start; color: var(--muted); border-style: dashed; }
`
