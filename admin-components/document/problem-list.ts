/** The problems of a refused save above the form, each with a link to its field. Tested by test/admin-components/writing.test.ts. */
import { html, type TemplateResult } from 'lit'
import { fieldName } from '../app/field-name.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { inFormOrder } from './form-order.ts'

export function problemList(
  host: CmsElement,
  entity: Entity,
  problems: ReadonlyMap<string, string>,
  show: (path: string) => void,
): TemplateResult {
  const go = (event: Event, path: string) => {
    event.preventDefault()
    show(path)
  }
  return html`
    <div class="note bad stack tight problems" role="alert" tabindex="-1">
      <strong>${host.t('problems', { count: problems.size })}</strong>
      <ul>
        ${inFormOrder(entity, problems, ([path]) => path).map(
          ([path, message]) => html`
            <li><a href="#${path}" @click=${(event: Event) => go(event, path)}>${fieldName(host.app, entity.fields, path)}: ${message}</a></li>
          `,
        )}
      </ul>
    </div>
  `
}
