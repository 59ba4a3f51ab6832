/** A process of its own for `processes.test.ts`: writes documents and says which were acknowledged, or migrates. */
import { postgres } from '../../adapters/postgres/index.ts'
import { CLIENTS } from '../../adapters/sqlite/clients.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'

export const writerCollections: CollectionConfig[] = [
  {
    slug: 'lines',
    fields: [
      { name: 'text', unique: true },
      { name: 'others', type: 'relationship', to: 'counters', hasMany: true },
    ],
  },
  {
    slug: 'counters',
    fields: [
      { name: 'name', unique: true },
      { name: 'value', type: 'number' },
    ],
  },
]

export function adapterFor(where: string): DatabaseAdapter {
  if (where.startsWith('postgres:')) {
    const url = new URL(where)
    const schema = url.searchParams.get('galley')!
    url.search = ''
    return postgres({ url: url.href, schema })
  }
  const client = CLIENTS.find((one) => where.startsWith(`${one}:`))
  return client ? sqlite({ filename: where.slice(client.length + 1), client }) : sqlite({ filename: where })
}

async function main([where, name, count]: string[]): Promise<void> {
  const migrating = name === 'migrate'
  const many = migrating
    ? Array.from(
        { length: 12 },
        (_, index): CollectionConfig => ({
          slug: `many${index}`,
          fields: [{ name: 'a' }, { name: 'b', type: 'relationship', to: 'lines' }],
        }),
      )
    : []
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const cms = await createCms({
    secret: 'a-secret-that-is-only-for-the-tests',
    db: adapterFor(where!),
    collections: [...writerCollections, ...many],
    log: {
      info: (line) => void (migrating && say(line)),
      warn: (line) => console.error(line),
      error: (line, facts) => console.error(line, facts),
    },
  })
  if (!migrating) {
    await cms.create('counters', { name: 'all', value: 0 }).catch(() => undefined)
    for (let n = 0; n < Number(count); n++) {
      const text = `${name}-${n}`
      await cms.create('lines', { text, others: [1] }, { depth: 0 })
      say(text)
      if (Number(count) < 1000) await add(cms)
    }
  }
  await cms.stop()
}

/** Adds one to a shared counter, trying again whenever somebody else was first. */
async function add(cms: Awaited<ReturnType<typeof createCms>>): Promise<void> {
  for (;;) {
    const counter: any = await cms.findById('counters', 1)
    if (await cms.update('counters', 1, { value: counter.value + 1 }, { where: { value: { equals: counter.value } } })) return
  }
}

if (process.argv[1]?.endsWith('writer.ts')) await main(process.argv.slice(2))
