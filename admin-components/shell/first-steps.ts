/** The first steps on a new site, as far as this person may take them: each disappears once it is done, all of them once they are hidden.
 * Tested by test/admin-components/first-steps.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { recall, remember } from '../app/app.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { humanized } from '../texts/texts.ts'
import './texts.ts'

export type Counts = Readonly<Record<string, number>>

/** With more documents than this, a site isn't new. */
const FEW = 10
/** How many collections the first step offers to begin with; the menu has all of them. */
const OFFERED = 3

export const firstStepsLook = css`
  .steps li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); padding-block: var(--s3); border-block-start: 1px solid var(--line); }
  .steps li:last-child { padding-block-end: 0; }
  .steps .about { flex: 1 1 260px; display: flex; gap: var(--s3); min-inline-size: 0; }
  .steps .about svg.icon { margin-block-start: 2px; color: var(--link); }
  .steps strong { display: block; }
  @container (max-width: 640px) { .steps li > .row { padding-inline-start: calc(18px + var(--s3)); } }
`

interface Step {
  key: 'write' | 'upload' | 'invite'
  face: string
  acts: readonly TemplateResult[]
}

/** Undefined as long as the numbers are. */
export function firstSteps(host: CmsElement, contents: readonly Entity[], counts: Counts | undefined): TemplateResult | typeof nothing {
  const hidden = `firstSteps:${host.app.account.id}`
  if (counts === undefined || recall(hidden) !== null) return nothing
  const written = contents.reduce((sum, { slug }) => sum + (counts[slug] ?? 0), 0)
  const steps = written > FEW ? [] : [...writing(host, contents, written), ...uploading(host, counts), ...inviting(host, counts)]
  if (steps.length === 0) return nothing
  const hide = () => {
    remember(hidden, 'yes')
    host.requestUpdate()
  }
  return html`
    <section class="card stack tight">
      <div class="row apart">
        <h2>${host.t('steps')}</h2>
        <button class="plain small" @click=${hide}>${host.t('steps.hide')}</button>
      </div>
      <ul class="steps">
        ${steps.map(
          ({ key, face, acts }) => html`
            <li>
              <span class="about">
                ${icon(face)}
                <span><strong>${host.t(`steps.${key}`)}</strong><span class="muted">${host.t(`steps.${key}.text`)}</span></span>
              </span>
              <span class="row">${acts}</span>
            </li>
          `,
        )}
      </ul>
    </section>
  `
}

function writing(host: CmsElement, contents: readonly Entity[], written: number): Step[] {
  const offered = contents.filter(({ may }) => may.create).slice(0, OFFERED)
  if (written > 0 || offered.length === 0) return []
  const act = ({ slug, labels }: Entity, index: number) => {
    const what = host.app.label(labels.singular, humanized(slug))
    return link(host, `c/${slug}/new`, host.t('list.new', { what }), index === 0 ? 'button main' : 'button')
  }
  return [{ key: 'write', face: 'pencil', acts: offered.map(act) }]
}

function uploading(host: CmsElement, counts: Counts): Step[] {
  if (counts['media'] !== 0 || !host.app.collection('media')?.may.create) return []
  return [{ key: 'upload', face: 'image', acts: [link(host, 'media', host.t('media.upload'), 'button')] }]
}

/** The only account is the person's own. */
function inviting(host: CmsElement, counts: Counts): Step[] {
  if (counts['users'] !== 1 || !host.app.collection('users')?.may.create) return []
  return [{ key: 'invite', face: 'users', acts: [link(host, 'c/users/new', host.t('steps.invite.do'), 'button')] }]
}
