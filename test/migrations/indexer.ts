/** A process of its own for `concurrent-indexes.test.ts`: migrates as if every table were large. */
import { createCms, wantedTables } from '../../lib/cms.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { SECRET } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const [where, collections] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const cms = await createCms({ secret: SECRET, db: adapterFor(where!), collections: JSON.parse(collections!), log }, { migrate: false })
const made = await new Migrator(cms.engine.store, log, { large: 0 }).apply(wantedTables(cms), cms.engine.model)
process.stdout.write(String(made.length))
await cms.stop()
