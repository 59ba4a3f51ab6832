/** A field type in the admin: how to edit it, and how to show its values in lists, filters and comparisons. Tested by test/field-types.test.ts. */

import type { TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import type { FieldValue } from '../document/values.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'
import type { Editor } from './editing.ts'
import { OF_TEXT, type Operator } from './operators.ts'

export interface FieldType {
  edit: Editor
  /** The label's target: an input, a group of controls, or the editor, which renders the label itself. */
  label(field: Field): 'input' | 'group' | 'editor'
  /** Whether lists have a column for it: by default, only if the user selects it, or never. */
  column: 'shown' | 'chosen' | 'none'
  /** Whether lists can be sorted by it. */
  sorts: boolean
  /** One value as text in a list. */
  text(host: CmsElement, field: Field, value: FieldValue): string
  /** The list cell, if it is more than text. */
  cell?(host: CmsElement, field: Field, value: FieldValue): TemplateResult | string
  /** The value as text for a comparison. @default the option's label, or the value itself */
  inWords?(host: CmsElement, value: FieldValue): string
  /** The filter operators; empty if lists cannot be filtered by it. */
  operators(field: Field): readonly Operator[]
  /** The kind of input for a filter value. */
  filterInput: 'text' | 'number' | 'date' | 'yesNo'
  /** Searches include it, and it can be the summary of a row. */
  isText: boolean
  /** Whether its editor can show a value. Edits kept in the browser may be older than the schema and have another type. */
  fits(value: unknown): boolean
  /** Its editor can hold text that is not a valid value yet. */
  holdsText: boolean
}

export const fieldType = (given: Pick<FieldType, 'edit'> & Partial<FieldType>): FieldType => ({
  label: () => 'input',
  column: 'shown',
  sorts: true,
  text: ({ app }, { options }, value) => {
    const option = options?.find((one) => one.value === value)
    return option ? app.label(option.label, humanized(String(value))) : String(value)
  },
  operators: () => OF_TEXT,
  filterInput: 'text',
  isText: false,
  fits: () => true,
  holdsText: false,
  ...given,
})

export const isString = (value: unknown): boolean => typeof value === 'string'
export const isNumber = (value: unknown): boolean => typeof value === 'number'
