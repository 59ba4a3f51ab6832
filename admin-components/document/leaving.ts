/** Asks before a form is left whose edits can't be saved by then, or whose files are still on their way. Tested by test/admin-components/nothing-lost.test.ts. */
import { choose } from '../parts/dialog.ts'
import { actionsOf } from './actions.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export async function mayLeave(host: DocumentHost, form: Form): Promise<boolean> {
  if (!form.isUnsettled) return true
  await form.settle()
  const { isDirty, arriving } = form
  if (!isDirty && arriving.isEmpty) return true
  if (isDirty && form.edits && isCutOff(host, form)) return leaveKept(host, form)
  const save = isDirty ? actionsOf(host, form).main.find(({ isSave, isOff }) => isSave && !isOff) : undefined
  const words = wordsOf(host)
  const leave = isDirty ? words.leave : host.t('unsaved.leaveFiles')
  const answer = await choose(host, {
    title: words.title,
    text: host.t(isDirty ? 'unsaved.text' : 'unsaved.files'),
    ...(save ? { yes: words.save, instead: leave } : { yes: leave, isDangerous: true }),
  })
  if (answer === undefined) return false
  if (answer === 'yes' && save) return (await save.run()) === true
  form.letGo()
  return true
}

/** A page is left, a drawer is closed. */
const wordsOf = ({ isInside, app }: DocumentHost) =>
  isInside
    ? {
        title: app.t('unsaved.close'),
        save: app.t('unsaved.closeSaved'),
        leave: app.t('unsaved.closeAnyway'),
        keep: app.t('unsaved.closeKept'),
      }
    : { title: app.t('unsaved.title'), save: app.t('unsaved.save'), leave: app.t('unsaved.leave'), keep: app.t('unsaved.leaveKept') }

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
