/** Loads a heavy editor when a form first shows one. */
import { html, type TemplateResult } from 'lit'
import type { Editing } from './editing.ts'

export function loaded(tag: string, load: () => Promise<unknown>, e: Editing, editor: TemplateResult): TemplateResult {
  if (customElements.get(tag)) return editor
  void load().then(() => e.host.requestUpdate())
  return html`<div class="ghost"></div>`
}
