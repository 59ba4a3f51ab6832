/** What the parts of a form know of the element that shows them. */
import type { CmsElement } from '../element.ts'
import type { CopyingHost } from './copying.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

export interface DocumentHost extends CmsElement, CopyingHost {
  readonly form: Form | undefined
  /** It stands in a drawer: its place is not in the address. */
  readonly isInside: boolean
  /** Its page is shown beside the form. */
  readonly isPreviewing: boolean
  /** The number of the tab that is open. */
  tab: number
  /** Whether it was saved. */
  save(more?: Values): Promise<boolean>
  togglePreview(): Promise<void>
  /** Turns to another language of the content. */
  speak(locale: string): Promise<boolean>
  /** Whether nothing is lost when it goes. */
  mayLeave(): Promise<boolean>
}
