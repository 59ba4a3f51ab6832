/** Loads a heavy editor when a form first shows one. Tested by test/admin-components/half-written.test.ts. */
import type { TemplateResult } from 'lit'
import { later } from '../parts/later.ts'
import type { Editing } from './editing.ts'

export const loaded = (tag: string, load: () => Promise<unknown>, { host }: Editing, editor: TemplateResult): TemplateResult =>
  customElements.get(tag) ? editor : later(host, load)
