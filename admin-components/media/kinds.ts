/** Kinds of files: narrows the library to one, and sorts it. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'

export const NEWEST = '-createdAt'
const SORTS = { newest: NEWEST, oldest: 'createdAt', name: 'originalName', largest: '-filesize', smallest: 'filesize' } as const
const KINDS = ['', 'image/', 'video/', 'audio/', 'application/'] as const

export function kindChoice(host: CmsElement, current: string, choose: (kind: string) => void): TemplateResult {
  return html`
    <select
      class="locale"
      aria-label=${host.t('media.kind')}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${KINDS.map(
        (kind) => html`
          <option value=${kind} .selected=${kind === current}>
            ${host.t(`media.kind.${kind.replace('/', '') || 'all'}` as 'media.kind.all')}
          </option>
        `,
      )}
    </select>
  `
}

export function sortChoice(host: CmsElement, current: string, choose: (sort: string) => void): TemplateResult {
  return html`
    <select class="locale" aria-label=${host.t('media.sort')} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${Object.entries(SORTS).map(
        ([name, sort]) => html`
          <option value=${sort} .selected=${sort === current}>${host.t(`media.sort.${name as keyof typeof SORTS}`)}</option>
        `,
      )}
    </select>
  `
}

/** The types that a chooser offers for a replacement: those of the same kind that the site takes. */
export function likeKind(mimeType: string, accept: string): string {
  const shown = /^(image|audio|video|font)\//
  const [kind] = shown.exec(mimeType) ?? []
  const like = accept.split(',').filter((type) => (kind === undefined ? !shown.test(type) : type.startsWith(kind)))
  return like.join(',') || (kind === undefined ? '' : `${kind}*`)
}
