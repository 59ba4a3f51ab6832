/** How the record is kept; nothing where it is switched off. */
import type { AuditConfig } from '../../config.ts'
import type { Settings } from '../../config-check.ts'

export const optionsOf = ({ audit }: Pick<Settings, 'audit'>): AuditConfig | undefined => (audit === true ? {} : audit || undefined)
