/** How far an arrow key goes among choices in rows. Tested by test/admin-components/related-documents.test.ts. */

/** Left and right go to the next choice, up and down to the next row. */
export function stepsOf(key: string, choices: readonly HTMLElement[]): number {
  const isAcross = key === 'ArrowDown' || key === 'ArrowUp'
  return (isAcross ? inRow(choices) : 1) * (key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1)
}

/** How many choices are next to each other. */
function inRow(choices: readonly HTMLElement[]): number {
  const [first] = choices
  return Math.max(1, choices.filter(({ offsetTop }) => offsetTop === first?.offsetTop).length)
}
