/** How well a title matches what was typed: one rule for the palette and mentions, which the server ranks, and for the admin's pickers. */

/** 0: the title is what was typed; 1: it begins with that; 2: a word in it does; 3: it contains that; 4: another field matched. */
function titleRank(title: string, typed: string): number {
  const [name, words] = [title.toLowerCase(), typed.trim().toLowerCase()]
  if (name === words) return 0
  if (name.startsWith(words)) return 1
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) if (!/[\p{L}\p{N}\p{M}]$/u.test(name.slice(0, at))) return 2
  return name.includes(words) ? 3 : 4
}

/** The best match first, and of equally good ones the shortest. */
export const bestTitleFirst = (typed: string) => (one: string, other: string) =>
  titleRank(one, typed) - titleRank(other, typed) || one.length - other.length
