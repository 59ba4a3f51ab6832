/** What the admin knows of a type of field: how it is edited, and how lists, filters and comparisons show its values. */
import type { TemplateResult } from 'lit'
import type { Field } from '../desk/schema.ts'
import type { CmsElement } from '../element.ts'
import type { Editor } from './editing.ts'
import { OF_TEXT, type Operator } from './operators.ts'

export interface FieldType {
  edit: Editor
  /** What its label belongs to: an input, several controls together, or the editor, which shows the label itself. */
  label(field: Field): 'input' | 'group' | 'editor'
  /** Whether its values stand in a list: from the start, when somebody chooses so, or never. */
  column: 'shown' | 'chosen' | 'none'
  /** Whether lists are sorted by it. */
  sorts: boolean
  /** One value in a list. */
  said(host: CmsElement, field: Field, value: any): string
  /** The value in a list, where it is more than text. */
  cell?(host: CmsElement, field: Field, value: any): TemplateResult | string
  /** The value as text, to be read beside another one. @default the option's label, or the value as it is */
  inWords?(host: CmsElement, value: any): string
  /** What a filter may ask; nothing where it can't be filtered by. */
  operators(field: Field): readonly Operator[]
  /** How the value of a filter is given. */
  filterInput: 'text' | 'number' | 'date' | 'yesNo'
  /** A search looks into it, and rows are called by it. */
  isText: boolean
  /** Whether its editor can show a value, which may be of another type: edits that the browser kept may be older than the schema. */
  fits(value: unknown): boolean
  /** Its editor can hold a text that is not a value yet. */
  holdsText: boolean
}

export const fieldType = (given: Pick<FieldType, 'edit'> & Partial<FieldType>): FieldType => ({
  label: () => 'input',
  column: 'shown',
  sorts: true,
  said: ({ desk }, { options }, value) => {
    const option = options?.find((one) => one.value === value)
    return option ? desk.label(option.label, String(value)) : String(value)
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
