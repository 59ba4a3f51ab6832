/** Access: what a caller may do with documents, with their fields, and with the paths of queries. Tested by test/http/matrix.test.ts. */
import type { AccessParts } from './contract.ts'
import { DocumentAccess } from './documents.ts'
import { FieldAccess } from './fields.ts'
import { PathAccess } from './paths.ts'

export class Access {
  readonly documents: DocumentAccess
  readonly fields: FieldAccess
  readonly paths: PathAccess

  constructor(parts: AccessParts) {
    this.documents = new DocumentAccess(parts)
    this.fields = new FieldAccess(parts)
    this.paths = new PathAccess(parts, this.documents, this.fields)
  }
}
