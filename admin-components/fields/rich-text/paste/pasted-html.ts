/** Pasted HTML as text, before a browser reads it: style attributes become `data-style`, because the admin's policy forbids inline styles.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */

/** The name of the attribute that holds what an element's style was. */
export const STYLE = 'data-style'

const HIDDEN = /<(style|script|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<\/?(?:meta|link|base|o:p)\b[^>]*>/gi
/** Word marks the bullets and numbers of its lists, and repeats everything for old browsers. */
const MARKER = /(?:<!--\[if !supportLists\]-->|<!\[if !supportLists\]>)([\s\S]*?)(?:<!--\[endif\]-->|<!\[endif\](?:--)?>)/gi
const CONDITION = /<!\[[^\]]*\](?:--)?>/g
const COMMENT = /<!--(?!StartFragment|EndFragment)[\s\S]*?-->/gi
const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g

export const withoutStyles = (html: string): string =>
  html
    .replace(HIDDEN, '')
    .replace(MARKER, '<span data-marker>$1</span>')
    .replace(COMMENT, '')
    .replace(CONDITION, '')
    .replace(TAG, (_, name: string, attributes: string) => `<${name}${attributes.replace(ATTRIBUTE, renamed)}>`)

function renamed(attribute: string, name: string, value = ''): string {
  if (name.toLowerCase() === 'style') return `${STYLE}${value}`
  // Handlers never run in the document that reads this; without them nothing asks the policy either.
  return /^on/i.test(name) ? '' : attribute
}
