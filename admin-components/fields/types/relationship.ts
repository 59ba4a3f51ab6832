/** References to documents of another collection. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import type { Room } from '../../parts/later.ts'
import { titleOf } from '../../parts/title.ts'
import { fieldType, isNumber } from '../field-type.ts'
import { loaded } from '../loaded.ts'
import { OF_CHOICE, OF_CHOICES } from '../operators.ts'

export const relationship = fieldType({
  edit: (e) =>
    (e.field.to ?? 'media') === 'media'
      ? loaded('cms-files', () => import('../files.ts'), e, html`<cms-files .editing=${e}></cms-files>`, roomOf(e.value))
      : html`<cms-relation .editing=${e}></cms-relation>`,
  label: () => 'group',
  sorts: false,
  text: (host, { to }, value) => {
    const target = to ? host.app.collection(to) : undefined
    if (typeof value !== 'object' || value === null) return String(value)
    return target ? titleOf(host, target, value) : String(value.originalName ?? value.id)
  },
  operators: ({ hasMany }) => (hasMany ? OF_CHOICES : OF_CHOICE),
  filterInput: 'number',
  fits: isNumber,
})

const roomOf = (value: unknown): Room =>
  Array.isArray(value) && value.length > 0 ? 'pictures' : typeof value === 'number' ? 'picture' : 'line'
