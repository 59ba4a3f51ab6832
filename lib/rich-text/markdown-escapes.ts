/** Text inside Markdown: which characters have to be escaped, so that they come back as the same text. Tested by test/rich-text/to-markdown.test.ts. */

/** Also prevents bare URLs and e-mail addresses from becoming links. */
export function escapeMarkdown(text: string): string {
  return withoutEntities(text.replace(/[ \t\r\n\f\v\0]+/g, ' '))
    .replace(/[\\`*[\]<~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!$|:(?=\/\/)|(?<=www)\.|(?<=\S)@(?=\S)/giu, '\\$&')
    .replace(/[\u00a0\u2028\u2029\ufeff]|^\s|\s$/g, (space) => (space === ' ' ? space : space === '\u00a0' ? '&nbsp;' : asReference(space)))
}

/** In the text of a link or a picture, parsers find links and pictures in spite of backslashes. */
export const escapeLinkText = (text: string): string =>
  escapeMarkdown(text).replace(/\\(.)/gs, (pair, character) => ('[]!'.includes(character) ? asReference(character) : pair))

/** At the beginning of a line, more characters have a meaning. */
export function escapeLine(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-+](?=\s|$)|-(?=-)|=|>|#{1,6}(?=\s|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** A URL that stands for itself, alone or as its own words. */
export const addressAsLink = (url: string): string =>
  /^https?:\/\/[^\s<>\\&|`]+$/.test(url) ? `<${url}>` : `[${escapeLinkText(url)}](${destination(url)})`

export function codeFence(text: string, language: string): string {
  const mark = language.includes('`') ? '~' : '`'
  const fence = mark.repeat(Math.max(3, longestRun(text, mark) + 1))
  return `${fence}${withoutEntities(language.replaceAll('\\', '\\\\'))}\n${text}${text === '' ? '' : '\n'}${fence}`
}

function longestRun(text: string, mark: string): number {
  let longest = 0
  let run = 0
  for (const character of text) {
    run = character === mark ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** The part in parentheses of a link or a picture. */
export function destination(url: string, title = ''): string {
  const line = withoutCode(withoutEntities(url.replace(/[\r\n]+/g, '')))
  const plain = IS_BALANCED.test(line) ? line : line.replace(/[()]/g, asReference)
  const to = /^[^\s()<>\\]+$/.test(plain) ? plain : `<${plain.replace(/[<>\\]/g, '\\$&')}>`
  const words = title.replace(/\s+/g, ' ').trim()
  return words === '' ? to : `${to} "${withoutCode(withoutEntities(words).replace(/["\\]/g, '\\$&'))}"`
}

/** Parsers take a link or code between backticks, whichever begins first. */
const withoutCode = (text: string): string => text.replaceAll('`', asReference)

/** Parsers that look for the end of a mark count the parentheses of a link. */
const IS_BALANCED = /^[^()]*(?:\([^()]*\)[^()]*)*$/

const asReference = (character: string): string => `&#${character.charCodeAt(0)};`

const withoutEntities = (text: string): string => text.replace(/&(?=#?\w+;)/g, '&amp;')
