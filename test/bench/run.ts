/** `npm run bench`: every part on every database, in one run. The machine is noisy: ratios count. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { withPostgres } from '../harness/postgres-server.ts'
import { temporaryFile } from '../harness/start.ts'
import { callers } from './callers.ts'
import { fill } from './content.ts'
import { filters } from './filters.ts'
import { floorsCompared } from './floors-compared.ts'
import { neighbour } from './neighbour.ts'
import { Report } from './report.ts'
import { settings } from './settings.ts'

const PARTS: Record<string, (report: Report, places: Record<string, string>) => Promise<void>> = {
  floors: floorsCompared,
  filters,
  callers,
  neighbour,
}

async function all(postgresUrl?: string): Promise<void> {
  const places: Record<string, string> = {}
  for (const name of settings.databases) {
    places[name] = name === 'postgres' ? await newDatabase(postgresUrl!) : temporaryFile('.db')
    await fill(places[name], settings.docs)
  }
  const report = new Report()
  for (const part of settings.parts) await PARTS[part]!(report, places)
  report.goals()
  for (const place of Object.values(places)) for (const suffix of ['', '-wal', '-shm']) rmSync(place + suffix, { force: true })
  if (settings.write) write(settings.write, report.lines.join('\n').trim())
}

async function newDatabase(url: string): Promise<string> {
  const name = `bench_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

function write(file: string, text: string): void {
  const [before, after] = [/^[\s\S]*<!-- measured -->\n/, /\n<!-- \/measured -->[\s\S]*$/].map(
    (part) => part.exec(readFileSync(file, 'utf8'))![0],
  )
  writeFileSync(file, `${before}${text}${after}`)
}

if (settings.databases.includes('postgres')) await withPostgres(all)
else await all()
process.exit(0)
