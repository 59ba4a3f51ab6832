/** `schema:check`, `schema:print`, `types`, `openapi`: commands that need the schema but no database. Tested by test/cli/cli.test.ts. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '../../schema/openapi.ts'
import { printSdl } from '../../schema/print-sdl.ts'
import { type Known, printTypes } from '../../schema/typescript.ts'
import type { Options } from '../options.ts'
import type { CliCommand, Session } from './command.ts'
import { writeSchemaModule } from './schema-module.ts'

async function model(session: Session) {
  return (await session.project()).model()
}

const shown = async (session: Session) => [...(await model(session)).entities.values()].filter((entity) => !entity.internal)

export const schemaCheck: CliCommand = {
  usage: 'schema:check',
  description: 'Check the schema and the configuration, and list every problem',
  async run(session) {
    const entities = await shown(session)
    session.say(`The schema is valid: ${entities.length} content types (${entities.map((entity) => entity.slug).join(', ')})`)
  },
}

export const schemaPrint: CliCommand = {
  usage: 'schema:print',
  description: 'Print the whole schema as SDL, or as JSON Schema documents',
  options: [['--json', 'print JSON Schema documents']],
  async run(session, options) {
    if (!options['json']) return session.say(printSdl(await model(session)).trimEnd())
    session.say(
      JSON.stringify(
        (await shown(session)).map((entity) => entity.document),
        null,
        2,
      ),
    )
  },
}

export const typesCommand: CliCommand = {
  usage: 'types',
  description: 'Write TypeScript types for the content, and a module next to the schema that contains it and its code',
  options: [['-o, --out <file>', 'the file to write the types to (default: cms-types.d.ts)']],
  async run(session, options) {
    const { config, folder } = await session.project()
    const file = path.resolve(folder, options['out'] ?? 'cms-types.d.ts')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, await printTypes(await model(session), knownFrom(config)))
    const modules = schemaFolders(config.schema, folder).flatMap((one) => writeSchemaModule(one) ?? [])
    for (const written of [file, ...modules]) session.say(`Wrote ${path.relative(process.cwd(), written)}`)
  },
}

function knownFrom({ localization, upload }: Options): Known {
  const sizes = (upload?.imageSizes ?? []).map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'
  return { locales: localization?.locales ?? [], fields: { 'media.sizes': `galley.ImageSizes<${sizes}>` } }
}

/** The entries of `schema` that are folders. */
function schemaFolders(schema: Options['schema'], from: string): string[] {
  return [schema ?? []]
    .flat()
    .flatMap((entry) => (typeof entry === 'string' ? path.resolve(from, entry) : entry instanceof URL ? fileURLToPath(entry) : []))
    .filter((entry) => existsSync(entry) && statSync(entry).isDirectory())
}

export const openapiCommand: CliCommand = {
  usage: 'openapi',
  description: 'Print the OpenAPI 3.1 description of the API',
  async run(session) {
    const { config } = await session.project()
    session.say(JSON.stringify(openapi(await shown(session), config.routes?.api ?? '/api/cms'), null, 2))
  },
}
