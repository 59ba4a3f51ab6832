/** Transfer: imports documents from files of other systems, and exports them as JSON lines or CSV. */
import type { Feature } from '../../feature.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { ledgerTables } from './table.ts'

export const transfer: Feature = {
  name: 'transfer',
  tables: () => ledgerTables,
  commands: [importCommand, exportCommand],
}
