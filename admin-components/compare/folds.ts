/** Finds the stretches without changes that a comparison shows as one line. Tested by test/admin-components/compare-fields.test.ts. */

/** Shorter stretches are not worth a line of their own. */
const FEWEST = 3

/** One unchanged entry next to each change stays, so that readers see where they are. */
export type Folded<T> = { entry: T; stretch?: never } | { stretch: readonly T[]; entry?: never }

/** Shows everything if nothing changed. */
export function folded<T extends object>(
  entries: readonly T[],
  isUnchanged: (entry: T) => boolean,
  opened: ReadonlySet<object>,
): Folded<T>[] {
  const shown = (some: readonly T[]) => some.map((entry) => ({ entry }))
  if (entries.every(isUnchanged)) return shown(entries)
  const all: Folded<T>[] = []
  for (let start = 0, end = 0; start < entries.length; start = end) {
    for (end = start; end < entries.length && isUnchanged(entries[end] as T); ) end++
    const [from, to] = [start === 0 ? start : start + 1, end === entries.length ? end : end - 1]
    const stretch = from < to ? entries.slice(from, to) : []
    const isFolded = stretch.length >= FEWEST && !opened.has(stretch[0] as T)
    if (isFolded) all.push(...shown(entries.slice(start, from)), { stretch }, ...shown(entries.slice(to, end)))
    else all.push(...shown(entries.slice(start, end)))
    if (end < entries.length) all.push({ entry: entries[end++] as T })
  }
  return all
}
