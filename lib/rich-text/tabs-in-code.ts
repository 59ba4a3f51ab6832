/** Keeps the tabs of code inside list items from the parser, which turns them into spaces: a makefile needs them.
 * Tested by test/rich-text/from-markdown.test.ts.
 */

/** A character that no text may contain. */
const TAB = '\0'

/** A fence opens, perhaps behind the markers of quotes and items. */
const OPENING = /^( *(?:> *|(?:[-+*]|\d{1,9}[.)]) +)*)(`{3,}|~{3,})/

export function hideTabs(markdown: string): string {
  const lines = markdown.replaceAll(TAB, '').split('\n')
  let fence: { indent: number; signs: string } | undefined
  return lines
    .map((line) => {
      if (fence) {
        const { indent, signs } = fence
        if (isClosing(line.replace(/^[ >]+/, '').trimEnd(), signs)) fence = undefined
        return line.length > indent && /^[ >]*$/.test(line.slice(0, indent))
          ? line.slice(0, indent) + line.slice(indent).replaceAll('\t', TAB)
          : line
      }
      const [, before = '', signs = ''] = OPENING.exec(line) ?? []
      if (signs) fence = { indent: before.length, signs }
      return line
    })
    .join('\n')
}

/** As many signs as the opening has, or more. */
const isClosing = (line: string, signs: string): boolean => line.startsWith(signs) && line === signs.charAt(0).repeat(line.length)

export const showTabs = (html: string): string => html.replaceAll(TAB, '\t')
