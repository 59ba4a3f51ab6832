/** A link to another place in the admin: a real URL if the admin has one, followed without reloading the page.
 * Tested by test/admin-components/pages.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'

export function link(host: CmsElement, to: string, content: unknown, look = '', isHere = false): TemplateResult {
  const { router } = host.app
  return html`
    <a
      class=${look}
      href=${router.href(to)}
      aria-current=${isHere ? 'page' : 'false'}
      @click=${(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void router.go(to)
      }}>${content}</a>
  `
}
