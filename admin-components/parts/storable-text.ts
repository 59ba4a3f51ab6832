/** Text that comes from other programs without what no database stores: NUL characters, and halves of characters outside the basic plane.
 * As `fromHTML` and `fromMarkdown` read them. Tested by test/admin-components/storable-text.test.ts.
 */

export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** The texts inside of a JSON value too. The same value if all of them can be stored. */
export function storableValue<T>(value: T): T {
  if (typeof value === 'string') return storable(value) as T
  if (typeof value !== 'object' || value === null) return value
  const before = Object.entries(value)
  const after = before.map(([key, one]) => [key, storableValue(one)] as const)
  if (after.every(([, one], index) => one === before[index]?.[1])) return value
  return (Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after)) as T
}

/** For an element around inputs: before one of them tells of its new words. */
export function keepStorable(event: Event): void {
  const [input] = event.composedPath()
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) || (event as InputEvent).isComposing) return
  const { value, selectionEnd } = input
  const kept = storable(value)
  if (kept === value) return
  input.value = kept
  if (selectionEnd === null) return
  const caret = storable(value.slice(0, selectionEnd)).length
  input.setSelectionRange(caret, caret)
}
