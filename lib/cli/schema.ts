/** `schema:check`, `schema:print`, `openapi`: commands that need the schema but no database. Tested by test/cli/cli.test.ts. */
import { openapi } from '../../schema/openapi.ts'
import { printSdl, wholeDocument } from '../../schema/print-sdl.ts'
import { apiPath } from '../public-paths.ts'
import type { CliCommand, Session } from './command.ts'

async function model(session: Session) {
  return (await session.project()).model()
}

const shown = async (session: Session) => [...(await model(session)).entities.values()].filter((entity) => !entity.internal)

export const schemaCheck: CliCommand = {
  usage: 'schema:check',
  description: 'Check the schema and the configuration, and list every problem',
  reports: true,
  async run(session) {
    const entities = await shown(session)
    session.say(`The schema is valid: ${entities.length} content types (${entities.map((entity) => entity.slug).join(', ')})`)
    return { contentTypes: entities.map(({ slug, kind }) => ({ slug, kind })) }
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
        (await shown(session)).map((entity) => wholeDocument(entity)),
        null,
        2,
      ),
    )
  },
}

export const openapiCommand: CliCommand = {
  usage: 'openapi',
  description: 'Print the OpenAPI 3.1 description of the API',
  async run(session) {
    const { config } = await session.project()
    session.say(JSON.stringify(openapi(await shown(session), apiPath({ routes: { api: '/api/cms', ...config.routes } })), null, 2))
  },
}
