/** Asks before a form is left that isn't stored by then: says what is missing and why, and offers a way to leave without it.
 * Tested by test/admin-components/left-out.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import { fieldName } from '../app/field-name.ts'
import { choose, type Question } from '../parts/dialog.ts'
import { formatOf } from '../texts/formats.ts'
import { type Act, actionsOf } from './actions.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { inFormOrder } from './form-order.ts'
import { inLine } from './obstacle.ts'
import { topField } from './places.ts'

/** Beyond this, their names wouldn't help. */
const MOST_NAMES = 5

export async function mayLeave(host: DocumentHost, form: Form): Promise<boolean> {
  if (!form.isUnsettled) return true
  await form.settle()
  const { isDirty, arriving } = form
  if (!isDirty && arriving.isEmpty && arriving.missing.size === 0) return true
  if (isDirty && form.edits && isCutOff(host, form)) return leaveKept(host, form)
  const save = mayBeSaved(form) ? actionsOf(host, form).main.find(({ isSave, isOff }) => isSave && !isOff) : undefined
  const answer = await choose(host, questionFor(host, form, save))
  if (answer === undefined) return false
  if (answer === 'yes' && save) return (await save.run()) === true || (isRefused(form) && mayLeave(host, form))
  form.letGo()
  return true
}

/** A save by hand can succeed, or asks what it needs to know. */
const mayBeSaved = (form: Form): boolean =>
  form.isDirty && form.halfWritten.size === 0 && form.refused.fields.length === 0 && form.problems.size === 0

/** Otherwise the user has left a question about a conflict undecided. */
const isRefused = ({ problems, failure }: Form): boolean => problems.size > 0 || failure !== ''

function questionFor(host: DocumentHost, form: Form, save: Act | undefined): Question {
  const { isDirty } = form
  const words = wordsOf(host)
  const without = isDirty && form.isRestStored ? host.t(words.without, { fields: namesIn(host, form, form.heldBack.keys()) }) : words.leave
  const leave = isDirty ? without : host.t(host.isInside ? 'unsaved.closeFiles' : 'unsaved.leaveFiles')
  const yes = form.inQuestion.length > 0 ? host.t('unsaved.compareBoth') : words.save
  return { title: words.title, text: textFor(host, form), ...(save ? { yes, instead: leave } : { yes: leave, isDangerous: true }) }
}

function textFor(host: DocumentHost, form: Form): TemplateResult {
  const { isDirty, arriving, problems } = form
  const why = new Map([...form.heldBack, ...[...problems].filter(([path]) => path !== '')])
  const changed = [...new Set([...Object.keys(form.changed), ...[...why.keys()].map(topField)])]
  const what = !isDirty
    ? undefined
    : form.isRestStored
      ? host.t('unsaved.allBut', { fields: namesIn(host, form, form.heldBack.keys()) })
      : changed.length > MOST_NAMES
        ? host.t('unsaved.text')
        : host.t('unsaved.fields', { fields: namesIn(host, form, changed) })
  const reasons = [form.failure, isDirty ? form.obstacle : '', inLine(host.app, form.entity, why)]
  const files = arriving.isEmpty ? '' : host.t('unsaved.files')
  return html`${[what, ...reasons, files].map((one) => (one ? html`<p>${one}</p>` : ''))}`
}

function namesIn({ app }: DocumentHost, { entity }: Form, paths: Iterable<string>): string {
  const names = inFormOrder(entity, [...new Set([...paths].map(topField))], (path) => path)
  return formatOf(Intl.ListFormat, app.language).format(names.map((name) => fieldName(app, entity.fields, name)))
}

/** A page is left, a drawer is closed. */
const wordsOf = ({ isInside, app }: DocumentHost) =>
  isInside
    ? {
        title: app.t('unsaved.close'),
        save: app.t('unsaved.closeSaved'),
        leave: app.t('unsaved.closeAnyway'),
        keep: app.t('unsaved.closeKept'),
        without: 'unsaved.closeBut' as const,
      }
    : {
        title: app.t('unsaved.title'),
        save: app.t('unsaved.save'),
        leave: app.t('unsaved.leave'),
        keep: app.t('unsaved.leaveKept'),
        without: 'unsaved.leaveBut' as const,
      }

/** Nothing can be saved now, whatever is pressed. */
const isCutOff = ({ app }: DocumentHost, { obstacle, failure }: Form): boolean =>
  !navigator.onLine ||
  [obstacle, failure].some((one) => [app.t('unsaved.offline'), app.t('unsaved.server'), app.t('error.offline')].includes(one))

/** The next visit offers what was typed, unless it is given up. */
async function leaveKept(host: DocumentHost, form: Form): Promise<boolean> {
  const over = new AbortController()
  const words = wordsOf(host)
  const answer = await choose(host, {
    title: words.title,
    text: host.t('unsaved.kept'),
    yes: words.keep,
    instead: words.leave,
    until: connected(host, form, over.signal),
  })
  over.abort()
  if (answer === 'yes') form.leaveKept()
  if (answer === 'instead') form.letGo()
  // The question closes without an answer once everything is saved.
  return answer !== undefined || !form.isUnsettled
}

/** Resolves once what was typed can be saved again. An attempt that is under way doesn't know yet. */
function connected(host: DocumentHost, form: Form, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isCutOff(host, form) && !form.isSaving) resolve()
    }
    window.addEventListener('online', look, { signal })
    form.addEventListener('change', look, { signal })
  })
}
