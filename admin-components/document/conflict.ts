/** `<cms-conflict>`: two people changed the same fields: each is shown, and which to keep is asked. */
import { html, type TemplateResult } from 'lit'
import type { Entity } from '../desk/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { humanized } from '../texts/texts.ts'
import { inWords } from './in-words.ts'
import type { Values } from './values.ts'

class CmsConflict extends CmsDialog<ReadonlySet<string>> {
  entity!: Entity
  names: readonly string[] = []
  mine: Values = {}
  theirs: Values = {}
  protected override shape = 'wide'

  protected name(): string {
    return this.t('conflict.title')
  }

  protected body(): TemplateResult {
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${this.t('conflict.title')}</h2>
        <p>${this.t('conflict.text')}</p>
        ${this.names.map((name) => {
          const field = this.entity.fields.find((one) => one.name === name)!
          const side = (who: 'mine' | 'theirs') => html`
            <label class="card">
              <span class="row">
                <input type="radio" name=${name} value=${who} ?checked=${who === 'mine'} />
                ${this.t(`conflict.${who}`)}
              </span>
              <span class="small">${inWords(field, this[who][name])}</span>
            </label>
          `
          return html`
            <fieldset class="stack tight">
              <legend class="label">${this.desk.label(field.label, humanized(name))}</legend>
              <div class="compare">${side('mine')}${side('theirs')}</div>
            </fieldset>
          `
        })}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('conflict.look')}</button>
          <button class="main">${this.t('conflict.save')}</button>
        </div>
      </form>
    `
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    this.close(new Set(this.names.filter((name) => given.get(name) === 'mine')))
  }
}

define('cms-conflict', CmsConflict)

/** The fields whose own value is kept; nothing where the question was left open. */
export function resolve(
  from: CmsElement,
  entity: Entity,
  names: readonly string[],
  mine: Values,
  theirs: Values,
): Promise<ReadonlySet<string> | undefined> {
  return ask(from, Object.assign(document.createElement('cms-conflict') as CmsConflict, { entity, names, mine, theirs }))
}
