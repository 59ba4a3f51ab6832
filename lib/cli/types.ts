/** `galley types`: TypeScript types for the content, and on request the schema folders as modules. Tested by test/cli/types.test.ts. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Known, printTypes } from '../../schema/typescript.ts'
import { badRequest } from '../errors.ts'
import { notInstalled } from '../optional.ts'
import type { Options } from '../options.ts'
import { writeWhole } from '../whole-file.ts'
import type { CliCommand, Project, Session } from './command.ts'
import { moduleIn, writeSchemaModule } from './schema-module.ts'
import { placeOfTypes, TYPES } from './types-place.ts'
import { eachChange } from './watched-files.ts'

/** The package that prints types. */
export const PRINTER = 'json-schema-to-typescript'

export const typesCommand: CliCommand = {
  usage: 'types',
  description: 'Write TypeScript types for the content, to a file that tsconfig.json includes',
  options: [
    ['-o, --out <file>', 'the file to write the types to (default: cms-types.d.ts, next to the configuration or where it is included)'],
    ['--module', 'also write a module next to the schema that contains it and its code, for production; later runs keep it up to date'],
    ['--watch', 'write them again whenever the schema or the configuration changes'],
  ],
  reports: true,
  run: (session, options) => (options['watch'] ? watch(session) : write(session, options)),
}

async function write(session: Session, options: { out?: string; module?: boolean }): Promise<object> {
  if (options.out !== undefined && !/\.[cm]?ts$/.test(options.out))
    throw badRequest(`--out must name a TypeScript file, such as ${TYPES}, not '${options.out}'`)
  const project = await session.project()
  const { file, warning } = options.out === undefined ? placeOfTypes(project) : { file: path.resolve(project.folder, options.out) }
  const text = await printed(project)
  const modules = schemaFolders(project, options.module === true).flatMap(
    (folder) => writeSchemaModule(folder, /ts$/.test(project.file)) ?? [],
  )
  // Editors and watchers read the file again whenever it is written.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(path.dirname(file), { recursive: true })
    await writeWhole(file, async (unfinished) => writeFileSync(unfinished, text))
  }
  const written = [file, ...modules].map((one) => path.relative(process.cwd(), one))
  for (const one of written) session.say(`Wrote ${one}`)
  if (warning !== undefined) session.say(warning)
  return { files: written, ...(warning !== undefined && { warning }) }
}

async function printed({ config, model }: Project): Promise<string> {
  try {
    return await printTypes(await model(), knownFrom(config))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'ERR_MODULE_NOT_FOUND' && message.includes(PRINTER) ? notInstalled(PRINTER, 'npm install --save-dev') : error
  }
}

/** Starts another process for each run, which loads the configuration again. */
async function watch(session: Session): Promise<undefined> {
  const { signal } = session
  const args = process.argv.slice(1).filter((word) => word !== '--watch')
  const run = () => new Promise<void>((resolve) => spawn(process.execPath, args, { stdio: 'inherit' }).once('close', () => resolve()))
  await run()
  for await (const file of eachChange(signal)) {
    session.say(`\n${file} has changed`)
    await run()
  }
}

/** What describes a file, the place of a folder in the tree, and what a key gets when it is made and used. */
const UNSETTABLE = [
  ...['filename', 'originalName', 'mimeType', 'filesize', 'width', 'height', 'url', 'sizes', 'original'].map((name) => `media.${name}`),
  'media-folders.place',
  ...['prefix', 'user', 'lastUsedAt', 'hash'].map((name) => `api-keys.${name}`),
]

function knownFrom({ localization, upload }: Options): Known {
  const sizes = (upload?.imageSizes ?? []).map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'
  return {
    locales: localization?.locales ?? [],
    fields: {
      'media.sizes': `galley.ImageSizes<${sizes}>`,
      'media.url': 'string | null',
      'api-keys.permissions': 'galley.ApiKeyPermissions | null',
    },
    unsettable: UNSETTABLE,
  }
}

/** Where a configuration usually has its schema, if it only names the module. */
const USUAL = ['schema', 'src/schema']

/** The schema folders to write modules for: all of them, or those that have one. */
function schemaFolders({ config, folder }: Project, isWanted: boolean): string[] {
  const named = [config.schema ?? []]
    .flat()
    .flatMap((entry) => (typeof entry === 'string' ? path.resolve(folder, entry) : entry instanceof URL ? fileURLToPath(entry) : []))
    .filter((entry) => existsSync(entry) && statSync(entry).isDirectory())
  const usual = USUAL.map((name) => path.join(folder, name)).filter((one) => moduleIn(one) !== undefined)
  return [...new Set([...named, ...usual])].filter((one) => isWanted || moduleIn(one) !== undefined)
}
