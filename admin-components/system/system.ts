/** `<cms-system area="audit">`: the system pages, loaded together when the first one is opened. */
import { html, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import './cms-api.ts'
import './cms-audit.ts'
import './cms-backups.ts'
import './cms-deliveries.ts'
import './cms-email.ts'
import './cms-keys.ts'
import './cms-roles.ts'
import './cms-sso.ts'
import './cms-status.ts'

const AREAS: Record<string, () => TemplateResult> = {
  api: () => html`<cms-api></cms-api>`,
  audit: () => html`<cms-audit></cms-audit>`,
  backups: () => html`<cms-backups></cms-backups>`,
  deliveries: () => html`<cms-deliveries></cms-deliveries>`,
  email: () => html`<cms-email></cms-email>`,
  keys: () => html`<cms-keys></cms-keys>`,
  roles: () => html`<cms-roles></cms-roles>`,
  sso: () => html`<cms-sso></cms-sso>`,
  status: () => html`<cms-status></cms-status>`,
}

export class CmsSystem extends CmsElement {
  static override properties = { area: {} }
  declare area: string

  override render(): TemplateResult {
    return AREAS[this.area]?.() ?? html``
  }
}

define('cms-system', CmsSystem)
