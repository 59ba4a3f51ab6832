/** A process of its own that migrates, to be killed meanwhile: says when it begins, and how many changes it made. `large`: from how many bytes of rows on indexes are made concurrently; `many`: from how many rows on values are converted in batches. */
import { readFileSync } from 'node:fs'
import { createCms } from '../../lib/cms.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { SECRET } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const [where, config, large, many] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const cms = await createCms(
  { secret: SECRET, db: adapterFor(where!), ...JSON.parse(readFileSync(config!, 'utf8')), jobsTimer: false, log },
  { migrate: false },
)
process.stdout.write('begun\n')
const migrator =
  large === undefined
    ? cms.engine.migrator
    : new Migrator(cms.engine.store, log, { large: Number(large), ...(many !== undefined && { many: Number(many) }) })
const made = await migrator.apply(cms.engine.tables(), cms.engine.model)
process.stdout.write(String(made.length))
await cms.stop()
