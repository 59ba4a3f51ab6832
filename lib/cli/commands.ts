/** The list of commands. */
import { backup, copy, restore } from './backups.ts'
import type { CliCommand } from './command.ts'
import { doctor } from './doctor.ts'
import { init } from './init/command.ts'
import { migrate, migrateCreate, migrateStatus, migrateUndo } from './migrations.ts'
import { openapiCommand, schemaCheck, schemaPrint, typesCommand } from './schema.ts'
import { serve } from './serve.ts'
import { dev } from './watch.ts'

export const commands: readonly CliCommand[] = [
  init,
  dev,
  serve,
  migrate,
  migrateUndo,
  migrateCreate,
  migrateStatus,
  backup,
  restore,
  copy,
  typesCommand,
  schemaCheck,
  schemaPrint,
  openapiCommand,
  doctor,
]
