/** The styles of the admin's frame, from phones to wide screens. Tested by test/admin-components/pages.test.ts. */
import { css } from 'lit'

const narrow = css`
  .frame { --side: 0px; --bar: 53px; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
  @media (pointer: coarse) { .frame { --bar: 59px; } }
  main { --page-least: calc(100dvh - var(--bar)); }
  .bar { display: flex; align-items: center; justify-content: space-between; gap: var(--s2); position: sticky; inset-block-start: 0; z-index: 8; background: var(--surface); border-block-end: 1px solid var(--line); padding: var(--s2); }
  .side { position: fixed; inset-block: 0; inset-inline-start: 0; inline-size: min(300px, 84vw); transform: translateX(-104%); visibility: hidden; transition: transform 160ms ease-out, visibility 160ms; box-shadow: var(--shadow); }
  .side:dir(rtl) { transform: translateX(104%); }
  /* Visible at once, so that it can take the focus. */
  .side.open.open { transform: none; visibility: visible; transition: transform 160ms ease-out; }
  .veil.open { display: block; position: fixed; inset: 0; background: var(--veil); z-index: 9; }
`

export const shellLook = css`
  .frame { --side: 248px; display: grid; grid-template-columns: var(--side) minmax(0, 1fr); min-block-size: 100dvh; background: var(--ground); }
  .skip { position: absolute; inset-block-start: -60px; inset-inline-start: var(--s4); background: var(--raised); padding: var(--s2) var(--s4); z-index: 20; border-radius: var(--radius); }
  .skip:focus { inset-block-start: var(--s2); }
  .bar { display: none; }
  .side { position: sticky; inset-block-start: 0; block-size: 100dvh; overflow: hidden; border-inline-end: 1px solid var(--line); background: var(--surface); display: flex; flex-direction: column; gap: var(--s3); padding: var(--s4) var(--s3); z-index: 10; }
  .side-head .brand { display: flex; align-items: center; gap: var(--s2); color: inherit; padding: 0 var(--s2); min-inline-size: 0; text-decoration: none; }
  .mark { display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font-weight: 700; flex: none; }
  .logo { block-size: 28px; max-inline-size: 120px; object-fit: contain; }
  .find { justify-content: flex-start; color: var(--muted); font-weight: 450; }
  .find .grow { text-align: start; }
  kbd { font: inherit; font-size: var(--t1); border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; color: var(--muted); background: var(--ground); }
  .side nav { display: grid; gap: var(--s3); align-content: start; flex: 1; min-block-size: 0; overflow-y: auto; margin: calc(var(--s1) * -1) calc(var(--s3) * -1); padding: var(--s1) var(--s3); }
  .group { inline-size: 100%; border: 0; background: none; min-block-size: 26px; padding: 0 var(--s2); color: var(--muted); font-size: var(--t1); text-transform: none; font-weight: 600; }
  .group .grow { text-align: start; }
  .group svg.icon { inline-size: 14px; block-size: 14px; }
  .below { margin-block-start: var(--s1); }
  .below .group { font-weight: 500; }
  .below .entry { padding-inline-start: var(--s4); }
  .entry { display: flex; align-items: center; gap: var(--s3); min-block-size: 34px; padding: 0 var(--s2); border-radius: var(--radius); color: var(--text); }
  .entry:hover { background: var(--tint); text-decoration: none; }
  .entry[aria-current='page'] { background: var(--wash); color: var(--link); font-weight: 550; }
  .entry svg.icon { opacity: 0.8; }
  .entry .count { color: var(--muted); font-size: var(--t1); font-variant-numeric: tabular-nums; }
  .side-foot { border-block-start: 1px solid var(--line); padding-block-start: var(--s2); display: flex; }
  .side-foot cms-menu { min-inline-size: 0; }
  button.who { inline-size: 100%; text-align: start; padding: 0 var(--s2); }
  main { --page-least: 100dvh; min-inline-size: 0; container-type: inline-size; }
  /* Pages of any width begin at the same edge. */
  main .page { margin-inline-start: 0; }
  main:focus-visible { outline: none; box-shadow: none; }
  .start { display: grid; place-items: center; min-block-size: 100dvh; }
  .outside { min-block-size: 100dvh; background: var(--ground); display: grid; grid-template-rows: auto 1fr auto; padding: var(--s5); gap: var(--s5); }
  .outside-head { display: flex; align-items: center; gap: var(--s2); }
  .outside cms-login { align-self: center; padding-block-end: 8vh; }
  .outside .member { align-self: center; justify-self: center; max-inline-size: 420px; padding-block-end: 8vh; }
  .outside-foot { justify-content: center; }
  .keys { display: grid; grid-template-columns: auto 1fr; gap: var(--s2) var(--s4); }
  .veil { display: none; }
  @media (pointer: coarse) { .find kbd { display: none; } .entry, .group, .side-head .brand { min-block-size: 42px; } }
  @container (max-width: 820px) { ${narrow} }
  /* A phone on its side: the menu would take a third of the width, and bars that stay most of the height. */
  @media (max-height: 500px) and (pointer: coarse) {
    ${narrow}
    .bar { position: static; }
  }
`
