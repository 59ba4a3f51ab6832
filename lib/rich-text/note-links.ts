/** Links between the mark of a footnote and its note. In a text they would lead nowhere: the words and numbers of the marks stay as text, and the
 * ways back are left out. Tested by test/rich-text/from-html.test.ts.
 */

/** The names that Word, Google Docs, LibreOffice, Wikipedia and Markdown give to the marks of notes, and to the ways back. */
const NOTE = /#(?:_?(?:ftn|edn)(?:ref|t)?(?:_ref)?\d|sd(?:foot|end)note\d|cite_(?:note|ref)-|(?:user-content-)?fn(?:ref)?[-:\d])/i
/** Word leaves it to a style sheet that they are raised. */
const WORDS_MARK = /(?:^|\s)Mso(?:Foot|End)noteReference(?:\s|$)/
const STARTS_NOTE = /^[^\s.,:;)\]]/
const WAY_BACK = /^(?:[↩↵↑⤴^\s]|\uFE0E)+$/

export const isNoteLink = (href: string): boolean => NOTE.test(href)

/** Whether a link shows only a sign that leads from a note back to its mark. */
export const isWayBack = (words: string): boolean => WAY_BACK.test(words)

/** Whether an element of this class is the mark of a note in Word. */
export const isRaisedMark = (className: string | undefined): boolean => WORDS_MARK.test(className ?? '')

/** Whether nothing separates these words from the mark of their note, where the mark isn't raised: LibreOffice leaves that to a style sheet. */
export const joinsMark = (words: string): boolean => STARTS_NOTE.test(words)
