/** The look of the frame around the text: quiet, until one writes in it. Tested by test/admin-components/writing-views.test.ts. */
import { css } from 'lit'

export const frameLook = css`
  .rich { position: relative; display: flex; flex-direction: column; container-type: inline-size; border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--surface); transition: border-color 120ms; }
  .rich.locked, .rich.locked > .top { background: var(--tint); }
  .rich:hover { border-color: var(--edge); }
  .rich:focus-within { border-color: var(--link); outline: 2px solid transparent; }
  .rich.wrong { border-color: var(--bad); }
  /* Behind the text for the Tab key, which goes from the title to the words. */
  .rich > .top { order: -1; position: sticky; inset-block-start: var(--sticky-top, 0px); z-index: 4; background: var(--surface); border-block-end: 1px solid var(--line); border-radius: calc(var(--radius) + 4px) calc(var(--radius) + 4px) 0 0; padding-inline: var(--s2); }
  .rich > .paper { position: relative; --gutter: 60px; }
  @container (max-width: 560px) { .rich > .paper { --gutter: 40px; padding-block-end: var(--s4); } }
  .rich > cms-text-status { display: block; padding-inline: var(--s4) var(--s2); border-block-start: 1px solid var(--line); }
  .rich.full { position: fixed; inset: 0; inline-size: 100vw; block-size: 100dvh; max-inline-size: none; max-block-size: none; margin: 0; padding: 0; border: 0; border-radius: 0; color: inherit; overflow-y: auto; }
  .rich > .top:not(:has(cms-text-toolbar, .finding)) { display: none; }
  .rich.full > .top { inset-block-start: 0; border-radius: 0; }
  .rich.full > .top > * { max-inline-size: 900px; margin-inline: auto; }
  .rich.full > .paper { flex: 1; inline-size: min(860px, 100%); margin-inline: auto; padding-block: var(--s5) 30vh; }
  .rich.full > cms-text-status { position: sticky; inset-block-end: 0; background: var(--surface); }
`
