/** Tells whether a regular expression can take exponential time: a repeated group that itself repeats or branches on the same text. */

export function isSlowPattern(pattern: string): boolean {
  const open: { repeats: boolean; branches: boolean }[] = [{ repeats: false, branches: false }]
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!
    if (character === '\\') at++
    else if (character === '[') at = endOfClass(pattern, at)
    else if (character === '(') open.push({ repeats: false, branches: false })
    else if (character === '|') open.at(-1)!.branches = true
    else if (character === ')') {
      const group = open.pop()!
      const repeated = isUnbounded(pattern, at + 1)
      if (repeated && (group.repeats || group.branches)) return true
      if (repeated || group.repeats) open.at(-1)!.repeats = true
    } else if (isUnbounded(pattern, at + 1)) open.at(-1)!.repeats = true
  }
  return false
}

function isUnbounded(pattern: string, at: number): boolean {
  return /^(\*|\+|\{\d+,\})/.test(pattern.slice(at, at + 12))
}

function endOfClass(pattern: string, at: number): number {
  for (at++; at < pattern.length && pattern[at] !== ']'; at++) if (pattern[at] === '\\') at++
  return at
}
