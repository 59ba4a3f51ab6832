/** A small bar chart with one bar per value. Screen readers get the same numbers as text. Tested by test/admin-components/audit.test.ts. */
import { css, html, nothing, svg, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { formatOf } from '../texts/formats.ts'

const WIDTH = 600
const HEIGHT = 96
const GAP = 3

export const chartLook = css`
  .bars { display: grid; gap: var(--s1); }
  .bars svg { inline-size: 100%; block-size: 96px; display: block; }
  .bars svg:dir(rtl) { scale: -1 1; }
  .bars rect { fill: var(--accent); }
  .bars rect.none { fill: var(--line); }
  .bars rect:hover { opacity: 0.75; }
`

export function bars({ app }: CmsElement, values: readonly { label: string; value: number }[], name: string): TemplateResult {
  const most = Math.max(1, ...values.map(({ value }) => value))
  const number = formatOf(Intl.NumberFormat, app.language)
  const summary = values.filter(({ value }) => value > 0).map(({ label, value }) => `${label}: ${number.format(value)}`)
  const step = WIDTH / values.length
  return html`
    <div class="bars">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${name}. ${summary.join(', ')}">
        ${values.map(({ label, value }, index) => {
          const height = Math.max(2, (value / most) * HEIGHT)
          return svg`<rect class=${value > 0 ? nothing : 'none'} x=${index * step} y=${HEIGHT - height} width=${step - GAP} height=${height} rx="2"><title>${label}: ${number.format(value)}</title></rect>`
        })}
      </svg>
      <div class="row apart muted small">
        <span>${values[0]?.label}</span>
        <span>${values.at(-1)?.label}</span>
      </div>
    </div>
  `
}
