/** The list of commands. */
import { backup, copyCommand, restoreCommand } from './backups.ts'
import type { CliCommand } from './command.ts'
import { doctor } from './doctor.ts'
import { initCommand } from './init/command.ts'
import { migrate, migrateCreate, migrateStatus, migrateUndo } from './migrations.ts'
import { openapiCommand, schemaCheck, schemaPrint } from './schema.ts'
import { serveCommand } from './serve.ts'
import { typesCommand } from './types.ts'
import { dev } from './watch.ts'

export const commands: readonly CliCommand[] = [
  initCommand,
  dev,
  serveCommand,
  migrate,
  migrateUndo,
  migrateCreate,
  migrateStatus,
  backup,
  restoreCommand,
  copyCommand,
  typesCommand,
  schemaCheck,
  schemaPrint,
  openapiCommand,
  doctor,
]
