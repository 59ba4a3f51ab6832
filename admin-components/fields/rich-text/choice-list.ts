/** A list to choose from while the focus stays where one types: in groups, with one choice marked.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import type { Choice } from './text-host.ts'

export const choiceListLook = css`
  .choices { display: grid; }
  .choices .group { padding: var(--s2) var(--s3) var(--s1); color: var(--muted); font-size: var(--t1); font-weight: 600; }
  .choices [role='option'] { display: flex; align-items: center; gap: var(--s3); min-block-size: 36px; padding: 0 var(--s3); border-radius: calc(var(--radius) - 2px); cursor: pointer; }
  .choices [role='option'] svg.icon { color: var(--muted); }
  .choices [aria-selected='true'] { background: var(--wash); color: var(--link); }
  .choices [aria-selected='true'] svg.icon { color: inherit; }
  .choices .hint { color: var(--muted); font-size: var(--t2); white-space: nowrap; }
  @media (pointer: coarse) { .choices [role='option'] { min-block-size: 44px; } }
`

interface Listed {
  /** The id of the list; the ids of its options add their index. */
  id: string
  /** Whether an input of the same root controls it. Otherwise it has to be able to take the focus, to be scrolled. */
  isControlled?: boolean
  label: string
  choices: readonly Choice[]
  at: number
  point(at: number): void
  pick(choice: Choice): void
}

export function choiceList({ id, isControlled, label, choices, at, point, pick }: Listed): TemplateResult {
  return html`
    <div class="choices" id=${id} role="listbox" tabindex=${isControlled ? -1 : 0} aria-label=${label} @mousedown=${(event: Event) => event.preventDefault()}>
      ${groupsOf(choices).map(
        ({ name, first, members }) => html`
          <div role=${name ? 'group' : 'presentation'} aria-label=${name || nothing}>
            ${name ? html`<div class="group" aria-hidden="true">${name}</div>` : nothing}
            ${members.map((choice, index) => {
              const place = first + index
              return html`
                <div
                  id="${id}-${place}"
                  role="option"
                  aria-selected=${place === at}
                  @pointermove=${() => place !== at && point(place)}
                  @click=${() => pick(choice)}>
                  ${icon(choice.icon)}
                  <span class="grow clip">${choice.label}</span>
                  ${choice.hint ? html`<span class="hint">${choice.hint}</span>` : nothing}
                </div>
              `
            })}
          </div>
        `,
      )}
    </div>
  `
}

interface Group {
  name: string
  first: number
  members: Choice[]
}

/** Neighbours of the same group. */
function groupsOf(choices: readonly Choice[]): Group[] {
  const groups: Group[] = []
  for (const [index, choice] of choices.entries()) {
    const last = groups.at(-1)
    if (last?.name === (choice.group ?? '')) last.members.push(choice)
    else groups.push({ name: choice.group ?? '', first: index, members: [choice] })
  }
  return groups
}

/** Where a key leads in a list; undefined if it isn't a key for lists. */
export function indexAfter(key: string, at: number, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[key]
  return to === undefined ? undefined : (to + count) % Math.max(1, count)
}

export function showMarked(host: CmsElement): void {
  void host.updateComplete.then(() => host.querySelector('[role=option][aria-selected=true]')?.scrollIntoView({ block: 'nearest' }))
}
