/** The title of a document, for the audit log. Tested by test/features/audit/audit.test.ts. */
import type { Entity } from '../../schema/model.ts'

export function titleIn({ options }: Entity, doc: Readonly<Record<string, unknown>> | undefined): string | null {
  const value = doc?.[options['useAsTitle']]
  return typeof value === 'string' && value !== '' ? value : null
}
