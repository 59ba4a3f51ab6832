/** The pieces that a project with a CMS consists of, and which of them `init` still has to write. Tested by test/cli/init-projects.test.ts. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isSchemaFile } from '../../../schema/code-files.ts'
import { withMiddleware } from './application.ts'
import { appended, changeOf, type FileEdit, isOne } from './changes.ts'
import { config, configName, type DatabaseName, environment, ignored, SCHEMA } from './files.ts'
import { importedFile } from './mounted.ts'
import type { HostProject } from './project.ts'

export interface Pieces {
  changes: FileEdit[]
  /** The configuration, relative to the folder; undefined if the application has it in itself. */
  config: string | undefined
  /** The place of the line was found, or the line is there. */
  isPlaceKnown: boolean
  /** Sentences about pieces that exist and stay unchanged. */
  there: string[]
}

export function piecesOf(project: HostProject, database: DatabaseName): Pieces {
  const { folder, app, mounted } = project
  const there = mounted ? [`${mounted.path} mounts the CMS in line ${mounted.line}`] : []
  // Mounted in front of the sign-in, the CMS would take everyone for a visitor.
  const isBehind = app !== undefined && (!project.passport || (app.passportEnd !== undefined && app.place.kind === 'statement'))
  const isPlaceKnown = mounted !== undefined || isBehind
  if (mounted && mounted.configFrom === undefined) return { changes: [], config: undefined, isPlaceKnown, there }
  const file =
    project.existing?.path ??
    (mounted?.configFrom ? importedFile(mounted.configFrom, mounted.path, project.typescript) : configName(project))
  const written = existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), 'utf8') : undefined
  if (written !== undefined) there.push(`the configuration is in ${file}`)
  const schema = written === undefined ? schemaFolder(folder) : schemaNamedIn(written, file)
  if (schema === undefined || !lacksSchema(folder, schema)) there.push(...(schema === undefined ? [] : [`content types are in ${schema}/`]))
  else if (schema !== 'schema')
    there.push(`schema${isFolder(path.join(folder, 'schema')) ? '/' : ''} holds something else, so content types go into ${schema}/`)
  const changes = [
    ...(schema === undefined ? [] : missingTypes(folder, schema)),
    ...(written === undefined ? [changeOf(folder, file, () => config(project, database, file, schema))] : []),
    changeOf(folder, '.env', (before) => appended(before, environment(before, usedIn(written) ?? database, written)), { isSecret: true }),
    changeOf(folder, '.gitignore', (before) => appended(before, ignored(before, usedIn(written) ?? database))),
    ...(!mounted && isBehind ? [changeOf(folder, app.path, () => withMiddleware(app, project, file))] : []),
  ].filter(isOne)
  return { changes, config: file, isPlaceKnown, there }
}

/** The database of a configuration that is there already. */
function usedIn(written: string | undefined): DatabaseName | undefined {
  if (written === undefined) return undefined
  return /galley\/postgres/.test(written) ? 'postgres' : 'sqlite'
}

/** Another tool may have a folder `schema`. */
function schemaFolder(folder: string): string {
  const isFree = ['schema', 'cms-schema'].find((name) => isOurs(path.join(folder, name)))
  return isFree ?? 'galley-schema'
}

/** It doesn't exist, is empty, or describes content types. */
function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return true
  if (!isFolder(folder)) return false
  const names = readdirSync(folder)
  return (
    names.length === 0 ||
    names.some((name) => isSchemaFile(name) && /@(collection|global)\b|"x-cms"/.test(readFileSync(path.join(folder, name), 'utf8')))
  )
}

const isFolder = (file: string): boolean => existsSync(file) && statSync(file).isDirectory()

/** The folder that a configuration reads its content types from, if it names one as ours do. */
function schemaNamedIn(written: string, file: string): string | undefined {
  const [, named] = /['"]((?:\.\.?\/)*(?:\w+-)?schema)['"]/.exec(written) ?? []
  if (named === undefined) return undefined
  const isNear = /import\.meta\.url|__dirname/.test(written)
  return path.posix.join(isNear ? path.posix.dirname(file) : '', named)
}

const lacksSchema = (folder: string, schema: string): boolean => missingTypes(folder, schema).length > 0

/** All files of the schema if there is none, and those that another one needs. */
function missingTypes(folder: string, schema: string): FileEdit[] {
  const full = path.join(folder, schema)
  const names = existsSync(full) ? readdirSync(full).filter(isSchemaFile) : []
  const text = names.map((name) => readFileSync(path.join(full, name), 'utf8')).join('\n')
  const missing = SCHEMA.filter(
    ({ type }) => names.length === 0 || (!new RegExp(`\\btype ${type}\\b`).test(text) && text.includes(`[${type}!]`)),
  )
  return missing.map(({ file, text: given }) => changeOf(folder, path.posix.join(schema, file), () => given))
}
