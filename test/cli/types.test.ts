/** `galley types` in a fresh project: where the file goes, what it says if something is missing, and what it leaves alone. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { placeOfTypes } from '../../lib/cli/types-place.ts'
import { GALLEY, galley, project } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const CONFIG = `import { sqlite } from 'galley/sqlite'
export default { secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: 'cms.db' }), schema: './schema' }
`

function withSchema(): string {
  const folder = project(CONFIG)
  mkdirSync(path.join(folder, 'schema'))
  writeFileSync(path.join(folder, 'schema/blog.graphql'), 'type Post @collection(slug: "posts") {\n  title: String!\n}\n')
  return folder
}

describe('cli: types', function () {
  this.timeout(120_000)

  describe('writes them where the project includes them', () => {
    let folder: string
    before(() => {
      folder = project()
      symlinkSync(path.join(root, 'node_modules/typescript'), path.join(folder, 'node_modules/typescript'))
      writeFileSync(path.join(folder, 'base.json'), '{ "include": ["app"] }')
      writeFileSync(path.join(folder, 'tsconfig.app.json'), '{ "include": ["client"], "references": [{ "path": "./tsconfig.json" }] }')
      writeFileSync(path.join(folder, 'tsconfig.node.json'), '{ "include": ["x.ts"] }')
      mkdirSync(path.join(folder, 'server'))
      writeFileSync(path.join(folder, 'server/tsconfig.json'), '{ "include": ["src"] }')
      writeFileSync(path.join(folder, 'strict.json'), '{ "compilerOptions": { "strict": true } }')
      // Without 'include', the compiler lists what it found.
      for (const name of ['cms.config.ts', 'x.ts']) writeFileSync(path.join(folder, name), '')
    })
    const placeIn = (tsconfig: string | undefined, config: string) => {
      if (tsconfig !== undefined) writeFileSync(path.join(folder, 'tsconfig.json'), tsconfig)
      const { file, warning } = placeOfTypes({ file: path.join(folder, config), folder })
      return [path.relative(folder, file), warning]
    }
    const CASES: [tsconfig: string | undefined, config: string, file: string, warning?: string][] = [
      [undefined, 'cms.config.js', 'cms-types.d.ts'],
      ['{}', 'cms.config.ts', 'cms-types.d.ts'],
      ['{ "extends": "./strict.json" }', 'app/cms.config.ts', 'app/cms-types.d.ts'],
      ['{ "include": ["src"] }', 'src/cms.config.ts', 'src/cms-types.d.ts'],
      ['{ "include": ["src"] }', 'cms.config.ts', 'src/cms-types.d.ts'],
      ['{ "include": ["src/**/*.ts", "cms.config.ts"] }', 'cms.config.ts', 'src/cms-types.d.ts'],
      ['{ "include": ["**/*.ts"] }', 'cms.config.ts', 'cms-types.d.ts'],
      ['{ /* the application */ "extends": "./base.json" }', 'cms.config.ts', 'app/cms-types.d.ts'],
      ['{ "files": ["x.ts"] }', 'cms.config.ts', 'cms-types.d.ts', 'tsconfig.json does not include it: add "cms-types.d.ts" to "include"'],
      [
        '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
        'cms.config.ts',
        'client/cms-types.d.ts',
      ],
      ['{ "files": [], "references": [{ "path": "./server" }] }', 'server/src/cms.config.ts', 'server/src/cms-types.d.ts'],
      [
        '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }] }',
        'cms.config.ts',
        'cms-types.d.ts',
        'no project that tsconfig.json refers to includes it: add "cms-types.d.ts" to "include" of one of them',
      ],
      ['{ not JSON', 'src/cms.config.ts', 'src/cms-types.d.ts'],
    ]
    for (const [tsconfig, config, file, warning] of CASES)
      it(`${tsconfig ?? 'without tsconfig.json'}, ${config}: ${file}${tsconfig === '{}' || tsconfig?.includes('strict') || file.startsWith('app') || tsconfig === undefined || warning ? '' : ' @long'}`, () => {
        expect(placeIn(tsconfig, config)).to.deep.equal([file, warning])
      })
  })

  it('leaves files alone that it has not written', () => {
    const folder = withSchema()
    for (const [file, ...args] of [['cms-types.d.ts'], ['src/app.ts', '-o', 'src/app.ts']] as const) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), 'export const port = 3000\n')
      const { status, output } = galley(folder, 'types', ...args)
      expect({ status, output }).to.deep.equal({
        status: 1,
        output: `${file} is a file of your own: move it, or name another one with --out\n`,
      })
      expect(readFileSync(path.join(folder, file), 'utf8')).to.equal('export const port = 3000\n')
    }
  })

  it('writes formatted types once, a module only if asked to or if there is one, and removes what is left over @long', () => {
    const folder = withSchema()
    const module = path.join(folder, 'schema/index.js')
    expect(galley(folder, 'types')).to.deep.equal({ status: 0, output: 'Wrote cms-types.d.ts\n' })
    const file = path.join(folder, 'cms-types.d.ts')
    expect(readFileSync(file, 'utf8')).to.include('export interface Post {\n  id: number\n  title: string\n')
    expect(existsSync(module)).to.equal(false)
    const before = statSync(file).mtimeMs
    expect(galley(folder, 'types', '--module').output).to.include('Wrote schema/index.js')
    expect(statSync(file).mtimeMs, 'the same text is not written again').to.equal(before)

    writeFileSync(path.join(folder, 'schema/blog.graphql'), 'type Post @collection(slug: "posts") { name: String }')
    writeFileSync(path.join(folder, 'schema/blog.ts'), 'export default { access: { read: () => true } }')
    writeFileSync(path.join(folder, 'cms.config.js'), `import schema from './schema/index.js'\n${CONFIG.replace("'./schema'", '[schema]')}`)
    expect(galley(folder, 'types').output, 'a configuration that names the module').to.include('Wrote schema/index.ts')
    expect(readFileSync(path.join(folder, 'schema/index.ts'), 'utf8')).to.include('name: String')
    expect(existsSync(module)).to.equal(false)
  })

  it('writes a module that a configuration in TypeScript can import, with typed code, plain code and none @long', () => {
    const folder = withSchema()
    rmSync(path.join(folder, 'cms.config.js'))
    const write = (files: Record<string, string>) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    }
    const config = (entry: string) => CONFIG.replace("'./schema'", entry)
    for (const name of ['typescript', '@types']) symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
    const compilerOptions = { strict: true, module: 'nodenext', noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true }
    write({ 'cms.config.ts': config("'./schema'"), 'tsconfig.json': JSON.stringify({ compilerOptions }) })
    expect(galley(folder, 'types', '--module').output, 'without code').to.include('Wrote schema/index.ts')
    const checked = (entry: string) => {
      write({
        'cms.config.ts': `import { defineConfig } from 'galley'\nimport schema from './schema/index.js'\n${config(entry).replace('default {', 'default defineConfig({').replace(/ }\n$/, ' })\n')}`,
      })
      return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: folder, encoding: 'utf8' }).stdout
    }
    expect(checked('[schema]')).to.equal('')
    write({
      'schema/blog.ts':
        "import { defineCode } from 'galley'\nexport default defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() ?? '' }) } })\n",
      'schema/tags.graphql': 'type Tag @collection(slug: "tags") { name: String }',
      'schema/tags.js': "export default { access: { read: 'anyone' } }",
      'schema/site.graphql': 'type Site @global(slug: "site") { name: String }',
    })
    expect(galley(folder, 'types').output).to.include('Wrote schema/index.ts')
    for (const entry of ['[schema]', 'schema']) expect(checked(entry), entry).to.equal('')
    expect(galley(folder, 'schema:check')).to.deep.include({ status: 0 })
  })

  it('refuses a file that no project can include', () => {
    const folder = withSchema()
    expect(galley(folder, 'types', '--out', 'src/x.txt')).to.deep.equal({
      status: 1,
      output: "--out must name a TypeScript file, such as cms-types.d.ts, not 'src/x.txt'\n",
    })
    expect(existsSync(path.join(folder, 'src'))).to.equal(false)
  })

  it('names the package that is missing @long', () => {
    const folder = withSchema()
    const hook = `export const resolve = (name, context, next) => name === 'json-schema-to-typescript' ? Promise.reject(Object.assign(new Error("Cannot find package 'json-schema-to-typescript'"), { code: 'ERR_MODULE_NOT_FOUND' })) : next(name, context)`
    const load = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))`
    const register = `data:text/javascript,${encodeURIComponent(load)}`
    const { status, stderr } = spawnSync(process.execPath, ['--import', register, GALLEY, 'types'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    expect(status).to.equal(1)
    expect(stderr).to.equal(
      "The package 'json-schema-to-typescript' is not installed. Add it:\n  npm install --save-dev json-schema-to-typescript\n",
    )
  })
})
