/** The part of the form's element that its parts may use. Tested by test/admin-components/states.test.ts. */
import type { CmsElement } from '../element.ts'
import type { CopyingHost } from './copying.ts'
import type { Form } from './form.ts'
import type { PlannedChanges } from './planned-changes.ts'
import type { Values } from './values.ts'

/** The middle of the form, and its side. */
export type FormPart = 'content' | 'details'

export interface DocumentHost extends CmsElement, CopyingHost {
  readonly form: Form | undefined
  /** It is in a drawer, so the URL does not reflect it. */
  readonly isInside: boolean
  readonly planned: PlannedChanges
  /** The preview is shown next to the form. */
  readonly isPreviewing: boolean
  /** The index of the open tab. */
  tab: number
  /** Where there is room for one part of the form only. */
  openPart: FormPart
  /** Resolves to whether it was saved. */
  save(more?: Values): Promise<boolean>
  togglePreview(): Promise<void>
  /** Switches to another content language. */
  speak(locale: string): Promise<boolean>
  /** Whether leaving loses nothing. */
  mayLeave(): Promise<boolean>
}
