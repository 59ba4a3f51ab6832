/** The dialog that lists the keyboard shortcuts. Tested by test/admin-components/keyboard.test.ts. */
import { html } from 'lit'
import type { CmsElement } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import './texts.ts'

const SHORTCUTS = [
  ['Ctrl K', 'palette'],
  ['Ctrl S', 'shortcut.save'],
  ['n', 'shortcut.new'],
  ['/', 'shortcut.search'],
  ['?', 'shortcuts'],
] as const

export async function showShortcuts(host: CmsElement): Promise<void> {
  await confirm(host, {
    title: host.t('shortcuts'),
    text: html`
      <dl class="keys">
        ${SHORTCUTS.map(
          ([key, text]) => html`
            <dt><kbd>${key}</kbd></dt>
            <dd>${host.t(text)}</dd>
          `,
        )}
      </dl>
    `,
    yes: host.t('close'),
    isNotice: true,
  })
}
