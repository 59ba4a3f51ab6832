/** The runs of each job, and when jobs last ran at all. */

import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'

const JOBS = '$jobs'
const ROUNDS = '$rounds'

export const jobsTable = ownTable({
  name: JOBS,
  columns: [
    IDENTITY,
    { name: 'name', kind: 'text' },
    { name: 'last_run', kind: 'text' },
    { name: 'claim', kind: 'text' },
    { name: 'claimed_until', kind: 'text' },
    { name: 'hangs_since', kind: 'text' },
  ],
  indexes: [index(JOBS, ['name'], 'one row a job', true)],
})

export const roundsTable = ownTable({
  name: ROUNDS,
  columns: [IDENTITY, { name: 'name', kind: 'text' }, { name: 'last', kind: 'text' }, { name: 'doubted_since', kind: 'text' }],
  indexes: [index(ROUNDS, ['name'], 'one row', true)],
})
