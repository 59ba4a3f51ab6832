/** The dialog that lists every command of the text with its shortcut. Tested by test/admin-components/writing-views.test.ts. */
import { html } from 'lit'
import type { CmsElement } from '../../element.ts'
import { confirm } from '../../parts/dialog.ts'
import type { Key } from '../../texts/texts.ts'
import { shortcutOf } from './shortcut.ts'
import type { Tool, ToolGroup } from './tool.ts'

const GROUPS: readonly (readonly [ToolGroup, Key])[] = [
  ['mark', 'text.group.mark'],
  ['turn', 'text.group.turn'],
  ['insert', 'text.group.insert'],
  ['table', 'text.group.table'],
  ['block', 'text.group.block'],
  ['view', 'text.group.view'],
  ['history', 'text.group.history'],
]

/** Commands that are typed rather than chosen. */
const TYPED: readonly (readonly [string, Key])[] = [
  ['/', 'text.insert'],
  ['@', 'text.mention'],
  ['[[', 'text.link.document'],
  ['**…**', 'text.bold'],
  ['_…_', 'text.italic'],
  ['~~…~~', 'text.strike'],
  ['`…`', 'text.code'],
]

const OF_LINES: readonly (readonly [string, Key])[] = [
  ['Shift-Enter', 'text.keys.line'],
  ['Mod-Enter', 'text.keys.leaveCode'],
]

const IN_BARS: readonly (readonly [string, Key])[] = [
  ['← →', 'text.keys.next'],
  ['Home End', 'text.keys.ends'],
  ['Alt+F10', 'text.keys.nextBar'],
  ['Esc', 'text.keys.back'],
]

export async function showKeys(host: CmsElement, tools: readonly Tool[]): Promise<void> {
  const groups = GROUPS.map(([group, key]) => ({ key, members: tools.filter((tool) => tool.group === group) }))
  const ofLines = OF_LINES.map(([shortcut, key]) => [shortcutOf({ shortcut }) ?? shortcut, key] as const)
  const entry = (keys: readonly (string | undefined)[], text: string) => html`
    <dt>${keys.filter(Boolean).map((key) => html`<kbd>${key}</kbd> `)}</dt>
    <dd>${text}</dd>
  `
  const section = (key: Key, listed: readonly (readonly [string, Key])[]) => html`
    <section class="stack tight">
      <h3>${host.t(key)}</h3>
      <dl class="keys">${listed.map(([keys, key]) => entry([keys], host.t(key)))}</dl>
    </section>
  `
  await confirm(host, {
    title: host.t('text.keys'),
    text: html`
      <div class="stack" tabindex="0" role="group" aria-label=${host.t('text.keys')}>
        ${groups
          .filter(({ members }) => members.length > 0)
          .map(
            ({ key, members }) => html`
              <section class="stack tight">
                <h3>${host.t(key)}</h3>
                <dl class="keys">
                  ${members.map((tool) => entry([shortcutOf(tool), tool.markdown], host.t(tool.key, tool.values)))}
                </dl>
              </section>
            `,
          )}
        ${section('text.group.typed', [...TYPED, ...ofLines])} ${section('text.group.bars', IN_BARS)}
      </div>
    `,
    yes: host.t('close'),
    isNotice: true,
  })
}
