/** Shortcuts as people know them from their keyboards: `Ctrl+Shift+7`, or `⇧⌘7`. Tested by test/admin-components/text-shortcuts.test.ts. */
import type { Tool } from './tool.ts'

const APPLE: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Backspace: '⌫', Enter: '⏎' }
const OTHERS: Readonly<Record<string, string>> = { Mod: 'Ctrl' }
const KEYS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' }

export function shortcutOf({ shortcut }: Pick<Tool, 'shortcut'>): string | undefined {
  if (!shortcut) return undefined
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  const names = isApple ? APPLE : OTHERS
  const keys = shortcut.split('-').map((key) => names[key] ?? KEYS[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return keys.join(isApple ? '' : '+')
}
