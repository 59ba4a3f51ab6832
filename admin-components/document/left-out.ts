/** Names what a planned publication leaves out, since it takes what is stored by then. Tested by test/admin-components/left-out.test.ts. */
import type { Form } from './form.ts'
import { inLine } from './obstacle.ts'

type Left = Pick<Form, 'app' | 'entity' | 'isDirty' | 'arriving' | 'obstacle' | 'heldBack'>

/** Goes on after “without your”; undefined if everything is stored. */
export function leftOut({ app, entity, isDirty, arriving, obstacle, heldBack }: Left): string | undefined {
  if (isDirty && obstacle !== '') return app.t('leftOut.changes', { why: obstacle.replace(/\.$/, '') })
  if (heldBack.size > 0) return inLine(app, entity, heldBack)
  return arriving.isEmpty ? undefined : app.t('leftOut.files')
}
