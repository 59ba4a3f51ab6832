/** What a run measures, and how long. */
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'floors,filters,callers,neighbour' },
    docs: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'sqlite,postgres' },
    hosts: { type: 'string', default: 'express,koa' },
    cases: { type: 'string', default: 'a,b,c,d,e,h,k,f,g' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.3' },
    /** Seconds and requests before each case is measured, at most. */
    warm: { type: 'string', default: '10' },
    'warm-requests': { type: 'string', default: '15000' },
    /** The file whose measured part becomes what is printed. */
    write: { type: 'string' },
  },
})

export const settings = {
  parts: values.parts.split(','),
  docs: Number(values.docs),
  databases: values.databases.split(','),
  hosts: values.hosts.split(','),
  cases: values.cases.split(','),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warm: Number(values.warm),
  warmRequests: Number(values['warm-requests']),
  write: values.write,
}
