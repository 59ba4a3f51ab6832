/** The list of commands. */
import { doctor } from './doctor.ts'
import { migrate, migrateCreate, migrateStatus } from './migrations.ts'
import { openapiCommand, schemaCheck, schemaPrint, typesCommand } from './schema.ts'
import { serve } from './serve.ts'
import type { CliCommand } from './session.ts'

export const commands: readonly CliCommand[] = [
  serve,
  migrate,
  migrateCreate,
  migrateStatus,
  typesCommand,
  schemaCheck,
  schemaPrint,
  openapiCommand,
  doctor,
]
