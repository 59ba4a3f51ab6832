/** Asks before a form is left whose edits can't be saved by then, or whose files are still on their way. Tested by test/admin-components/nothing-lost.test.ts. */
import { choose, confirm } from '../parts/dialog.ts'
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
  const leave = host.t(isDirty ? 'unsaved.leave' : 'unsaved.leaveFiles')
  const answer = await choose(host, {
    title: host.t('unsaved.title'),
    text: host.t(isDirty ? 'unsaved.text' : 'unsaved.files'),
    ...(save ? { yes: host.t('unsaved.save'), instead: leave } : { yes: leave, isDangerous: true }),
  })
  if (answer === undefined) return false
  if (answer === 'yes' && save) return (await save.run()) === true
  form.letGo()
  return true
}

/** Nothing can be saved now, whatever is pressed. */
const isCutOff = ({ app }: DocumentHost, { obstacle, failure }: Form): boolean =>
  !navigator.onLine ||
  [obstacle, failure].some((one) => [app.t('unsaved.offline'), app.t('unsaved.server'), app.t('error.offline')].includes(one))

/** The next visit offers what was typed. */
async function leaveKept(host: DocumentHost, form: Form): Promise<boolean> {
  const over = new AbortController()
  const leaves = await confirm(host, {
    title: host.t('unsaved.title'),
    text: host.t('unsaved.kept'),
    yes: host.t('unsaved.leaveKept'),
    until: connected(host, form, over.signal),
  })
  over.abort()
  if (leaves) form.leaveKept()
  return leaves
}

/** Resolves once what was typed can be saved again. */
function connected(host: DocumentHost, form: Form, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isCutOff(host, form)) resolve()
    }
    window.addEventListener('online', look, { signal })
    form.addEventListener('change', look, { signal })
  })
}
