/** How the record is kept; nothing where it is switched off. */
import type { AuditConfig } from '../../options.ts'
import type { Settings } from '../../settings.ts'

export const optionsOf = ({ audit }: Pick<Settings, 'audit'>): AuditConfig | undefined => (audit === true ? {} : audit || undefined)
