/** A time in a table: how long ago, or how soon, in few words on one line; its tooltip says exactly when. Tested by test/admin-components/system-pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { ago, onDate } from '../texts/texts.ts'

export const timeAgo = ({ app: { language } }: CmsElement, iso: string): TemplateResult =>
  html`<time class="ago" datetime=${iso} title=${onDate(iso, language)}>${ago(iso, language, 'short')}</time>`
