/** Serializes changes that decide who is an admin, across all processes. */
import type { Engine } from '../../engine.ts'
import { lock } from '../../store/records.ts'
import type { Statement } from '../../store/write-set.ts'

export const lockAdmins = ({ store }: Engine): Statement[] => lock(store, 'admins')
