/** A space, or punctuation, that is typed behind a mention: there is one space between words, and none in front of punctuation. */
import { linkTo, mention } from '../../admin-components/fields/rich-text/mentions.ts'
import { itWrites, type UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const ada = { collection: 'people', id: 7, title: 'Ada' }
const mentioned = { type: 'mention', attrs: { collection: 'people', id: 7 } }
const linked = { type: 'text', marks: [{ type: 'link', attrs: { collection: 'people', id: 7 } }], text: 'Ada' }

const choose = (text: UnmountedEditor, signs: '@' | '[[') => {
  text.intoEmpty().type(`Hi ${signs}`)
  const { editor } = text
  const { from } = editor.state.selection
  const insert = signs === '@' ? mention : linkTo
  insert(editor, ada as never, { from: from - signs.length, to: from })
  return text
}

const chosen = (signs: '@' | '[[', typed: string, wanted: string): Writing => [
  `${signs} and then '${typed}'`,
  docOf(paragraph()),
  (text) => choose(text, signs).type(typed),
  docOf(paragraph('Hi ', signs === '@' ? mentioned : linked, ...(wanted === '' ? [] : [wanted]))),
]

describe('admin-components: the space behind a mention', () => {
  itWrites([
    chosen('@', '', ' '),
    chosen('@', 'said', ' said'),
    chosen('@', ' said', ' said'),
    chosen('@', '  said', '  said'),
    chosen('@', ', too', ', too'),
    ...[...'.,;:!?…)]}»”’\'"。、，！？）」'].map((sign) => chosen('@', `${sign} x`, `${sign} x`)),
    chosen('@', '(he)', ' (he)'),
    chosen('@', '/', ' /'),
    chosen('@', '- x', ' - x'),
    chosen('[[', '', ''),
    chosen('[[', ' said', ' said'),
    chosen('[[', ', too', ', too'),
    [
      'once something else was done, a space is a space',
      docOf(paragraph()),
      (text) => choose(text, '@').caret('Hi ').caret(' ', 'after').type(' x'),
      docOf(paragraph('Hi  x', mentioned, ' ')),
    ],
    [
      'one undo takes the punctuation back',
      docOf(paragraph()),
      (text) => choose(text, '@').type(',').press('Control+z'),
      docOf(paragraph('Hi ', mentioned, ' ')),
    ],
  ])
})
