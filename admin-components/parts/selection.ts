/** Ticks documents, with Shift all from the one that was ticked last. Tested by test/admin-components/arranging.test.ts. */

/** `last`: where a range begins. */
export function ticked(
  chosen: ReadonlySet<number>,
  ids: readonly number[],
  id: number,
  last: number | undefined,
  { shiftKey, target }: MouseEvent,
): ReadonlySet<number> {
  const isOn = (target as HTMLInputElement).checked
  const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)].sort((a, b) => a - b) as [number, number]
  const next = new Set(chosen)
  for (const one of shiftKey && from >= 0 ? ids.slice(from, to + 1) : [id]) isOn ? next.add(one) : next.delete(one)
  return next
}
