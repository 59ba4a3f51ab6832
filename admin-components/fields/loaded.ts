/** Loads a heavy editor when a form first shows one, not while its tab or section is closed. Tested by test/admin-components/half-written.test.ts. */
import type { TemplateResult } from 'lit'
import { type Room, whenDisplayed } from '../parts/later.ts'
import type { Editing } from './editing.ts'

/** `room`: what the editor will take, so that the form doesn't jump. */
export const loaded = (
  tag: string,
  load: () => Promise<unknown>,
  { host }: Editing,
  editor: TemplateResult,
  room: Room = 'line',
): TemplateResult => (customElements.get(tag) ? editor : whenDisplayed(host, load, room))
