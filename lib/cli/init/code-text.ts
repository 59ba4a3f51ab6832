/** JavaScript and TypeScript as text: what in it is code, and where brackets close. Tested by test/cli/init-projects.test.ts. */

/** The text with blanks in place of comments and of what is in template strings, so that every position stays the same. */
export function codeOf(text: string): string {
  let code = ''
  let at = 0
  const blank = (end: number) => {
    code += text.slice(at, end).replace(/[^\r\n]/g, ' ')
    at = end
  }
  while (at < text.length) {
    const [two, one] = [text.slice(at, at + 2), text.charAt(at)]
    if (two === '//' || (two === '#!' && at === 0)) blank(endOf(text, '\n', at))
    else if (two === '/*') blank(endOf(text, '*/', at + 2) + 2)
    else if (one === '`') blank(endOfString(text, at))
    else if (one === "'" || one === '"') {
      const end = endOfString(text, at)
      code += text.slice(at, end)
      at = end
    } else {
      code += one
      at++
    }
  }
  return code
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found < 0 ? text.length : found
}

/** Behind the closing quote. Texts in simple quotes end with their line at the latest. */
function endOfString(text: string, at: number): number {
  const quote = text.charAt(at)
  for (let end = at + 1; end < text.length; end++) {
    const one = text.charAt(end)
    if (one === '\\') end++
    else if (one === quote) return end + 1
    else if (one === '\n' && quote !== '`') return end
  }
  return text.length
}

/** The position behind the bracket that closes the one at `open`; undefined if none does. */
export function closingOf(code: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const one = code.charAt(at)
    if (one === "'" || one === '"') at = endOfString(code, at) - 1
    else if ('([{'.includes(one)) depth++
    else if (')]}'.includes(one) && --depth === 0) return at + 1
  }
  return undefined
}

/** Whether the innermost braces around a position are those of a class. */
export function isInClassBody(code: string, at: number): boolean {
  let depth = 0
  for (let back = at - 1; back >= 0; back--) {
    const one = code.charAt(back)
    if (one === '}') depth++
    else if (one === '{' && --depth < 0) return /\bclass\b[^{};]*$/.test(code.slice(0, back))
  }
  return false
}
