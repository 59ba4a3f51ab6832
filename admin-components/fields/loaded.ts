/** Loads a heavy editor when a form first shows one, not while its tab or section is closed. Tested by test/admin-components/half-written.test.ts. */
import type { TemplateResult } from 'lit'
import { whenDisplayed } from '../parts/later.ts'
import type { Editing } from './editing.ts'

export const loaded = (tag: string, load: () => Promise<unknown>, { host }: Editing, editor: TemplateResult): TemplateResult =>
  customElements.get(tag) ? editor : whenDisplayed(host, load)
