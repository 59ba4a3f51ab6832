/** The configuration of backups. */
import type { JsonSchema } from '../../../schema/document.ts'
import { closed, fn, text } from '../../option-schemas.ts'
import type { WithDefaults } from '../../settings.ts'
import type { StorageAdapter } from '../../storage/contract.ts'
import type { DatabaseAdapter } from '../../store/contract.ts'

declare module '../../options.ts' {
  interface Options {
    /** When backups are made; without it, only manually. */
    backups?: BackupsConfig
  }
}

declare module '../../settings.ts' {
  interface Settings {
    backups: WithDefaults<BackupsConfig, 'at' | 'keep' | 'dir'>
  }
}

export interface BackupsConfig {
  /** How often backups are made. @default manually only */
  every?: 'day' | 'week'
  /** The time of day, in the server's time zone. @default '03:00' */
  at?: string
  /** How many scheduled backups are kept. @default 7 */
  keep?: number
  /** The folder for backups, never served. @default 'backups' */
  dir?: string
  /** Where backups are stored. @default the local disk */
  storage?: StorageAdapter
  /** With Postgres: creates the adapter that writes the backup file. */
  sqlite?: (file: string) => DatabaseAdapter
  /** Encrypts the files; 32 characters or more. Without the key, backups can't be restored. */
  key?: string
}

export const backupsConfig: Record<string, JsonSchema> = {
  backups: {
    ...closed({
      every: { enum: ['day', 'week'] },
      at: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: "a time such as '03:00'", default: '03:00' },
      keep: { type: 'integer', minimum: 1, default: 7 },
      dir: { ...text, default: 'backups' },
      storage: {},
      sqlite: fn,
      key: { type: 'string', minLength: 32 },
    }),
    default: {},
  },
}
