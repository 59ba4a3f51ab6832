/** The styles of the dialog of a file. Tested by test/admin-components/library.test.ts. */
import { css } from 'lit'

export const fileLook = css`
  .file-view { display: grid; place-items: center; background: var(--tint); border-radius: var(--radius); position: relative; overflow: hidden; }
  .file-view img { max-inline-size: 100%; max-block-size: 46vh; display: block; cursor: crosshair; }
  .file-view .thumb { inline-size: 100%; block-size: 140px; }
  .file-view .focal { position: absolute; inline-size: 22px; block-size: 22px; border: 3px solid var(--paper); border-radius: 50%; box-shadow: 0 0 0 2px var(--paper-edge); transform: translate(-50%, -50%); pointer-events: none; }
`
