/** The house keeps its shape: who imports whom, how long a file is, what nothing is called. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('..', import.meta.url))
const LONGEST = 400

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const full = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(full) : /\.(ts|js)$/.test(entry.name) ? [full] : []
  })
}

const source = ['schema', 'lib', 'adapters', 'client', 'testing', 'admin-components'].flatMap(filesIn)
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** What a file imports of ours: `values` when it runs, `types` too, or `all`, with what is loaded later. */
function importsOf(file: string, counting: 'all' | 'types' | 'values' = 'values'): string[] {
  const found = [
    ...withoutComments(text(file)).matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"\n]*(?:\{[^}]*\}[^'"\n]*)?from\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g,
    ),
  ]
  return found
    .filter(([, isType, , lazily]) => counting === 'all' || (counting === 'types' ? !lazily : !isType))
    .map((match) => path.posix.join(path.posix.dirname(file), match[2] ?? match[3]!))
}

/** The groups of files that reach each other by their imports (Tarjan's strongly connected components). What is loaded when it is first needed doesn't count. */
function circlesIn(files: readonly string[]): string[][] {
  const imports = new Map(files.map((file) => [file, importsOf(file, 'types').filter((target) => files.includes(target))]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const target of imports.get(file)!) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target)! : Number.POSITIVE_INFINITY) : visit(target)
      lowest.set(file, Math.min(lowest.get(file)!, reached))
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest.get(file)!
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

/** A folder, and the folders that it may import from beside itself. */
const ARROWS: [from: RegExp, to: RegExp][] = [
  [/^lib\/rich-text\//, /^(lib\/rich-text\/|schema\/(nearest|plain-object)\.ts)/],
  [/^schema\//, /^(schema|lib\/rich-text)\//],
  [
    /^lib\/(ambient|errors|clock|log|actor|thread-pool|semaphore|optional|json|pace|scratch)\.ts$/,
    /^lib\/(errors|clock|log|actor|semaphore|pace)\.ts$/,
  ],
  [/^lib\/outside-values\.ts$/, /^(schema\/(messages|plain-object|reasons)|lib\/errors)\.ts$/],
  [/^lib\/whole-file\.ts$/, /^lib\/scratch\.ts$/],
  [/^lib\/storage\//, /^lib\/(storage\/|checked-adapter|option-schemas)/],
  [/^lib\/telemetry\//, /^lib\/(ambient|telemetry)/],
  [/^lib\/backup\//, /^lib\/(backup|migrations|store|errors|scratch)/],
  [/^lib\/migrations\//, /^(schema|lib\/(migrations|store|rich-text|errors|log))/],
  [/^lib\/store\//, /^(schema|lib\/(ambient|store|rich-text|errors|clock|log|pace|semaphore|query\/filter))/],
  [/^lib\/query\//, /^(schema|lib\/(query|store|access|rich-text|errors|actor|log|json|pace))/],
  [/^lib\/access\//, /^(schema|lib\/(access|query|errors|actor|log))/],
  [/^lib\/engine\.ts$/, /^lib\/operations\/state\.ts$/],
  [
    /^lib\/operations\//,
    /^(schema|lib\/(ambient|attached|engine|operations|access|query|store|rich-text|errors|actor|log|outside-values|json|pace))/,
  ],
  [/^lib\/auth\//, /^(schema|lib\/(attached|auth|operations|events|query|store|errors|actor|log|public-paths|thread-pool))/],
  [/^lib\/local\//, /^(schema|lib\/(local|auth|operations|query|events|errors|actor))/],
  [/^lib\/http\//, /^(schema|lib\/(http|local|auth|operations\/operation|errors|json|actor|log|outside-values))/],
  [/^lib\/events\//, /^(schema|lib\/(attached|events|query\/payload|store|errors|log|clock|semaphore))/],
  [
    /^lib\/features\//,
    /^(schema|lib\/(engine|features|local|http|auth|backup|events|operations|query|store|storage|rich-text|attached|errors|outside-values|json|not-a-folder|pace|scratch|feature|access|checked-adapter|actor|option-schemas|optional|public-paths|taken-twice|thread-pool|title-rank|version|whole-file))/,
  ],
  [/^client\//, /^(client\/|schema\/(nearest|plain-object)\.ts)/],
  [/^testing\//, /^(testing|adapters\/(node|sqlite)|lib\/cms)/],
  [/^admin-components\//, /^(admin-components\/|client\/|lib\/(rich-text\/|title-rank\.ts))/],
  [
    /^adapters\//,
    /^(adapters|schema\/(derived|package-folder)|lib\/(attached|cms|errors|log|http|local|auth\/provider|events\/signature|store\/(contract|write-set)|storage|optional|option-schemas|checked-adapter|scratch))/,
  ],
]

describe('architecture', () => {
  it('data flows one way', () => {
    const wrong: string[] = []
    for (const file of source) {
      const arrow = ARROWS.find(([from]) => from.test(file))
      for (const target of importsOf(file)) if (arrow && !arrow[1].test(target)) wrong.push(`${file} → ${target}`)
    }
    expect(wrong).to.deep.equal([])
  })

  it('no file imports itself, over however many others, types included', () => {
    expect(circlesIn(source)).to.deep.equal([])
  })

  it('nothing is exported that no other file names', () => {
    const namedIn = new Map<string, Set<string>>()
    for (const file of [...source, ...filesIn('test'), ...filesIn('examples')])
      for (const [name] of text(file).matchAll(/\w+/g)) namedIn.set(name, (namedIn.get(name) ?? new Set()).add(file))
    const unused = source
      .filter((file) => /^(lib|schema|admin-components)\//.test(file))
      .flatMap((file) =>
        [...text(file).matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)]
          .map(([, name]) => name!)
          .filter((name) => namedIn.get(name)!.size === 1)
          .map((name) => `${file}: ${name}`),
      )
    expect(unused).to.deep.equal([])
  })

  it('an exported name stands for one thing', () => {
    const files = new Map<string, string[]>()
    for (const file of source.filter((one) => one.startsWith('lib/')))
      for (const [, name] of text(file).matchAll(/^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type)\s+(\w+)/gm))
        files.set(name!, [...(files.get(name!) ?? []), file])
    const shared = [...files].filter(([, places]) => new Set(places).size > 1)
    expect(shared).to.deep.equal([])
  })

  it('names say what they hold', () => {
    const vague = 'judge|sound|turns|below|told|asked|seen|heard|went|joined|way|shelf|lane|desk|company|foreign|around'
    const declared = new RegExp(
      `\\b(?:const|let|function\\*?|class|interface|type|readonly|get|declare) #?(?:${vague})\\b|\\((?:${vague})[:,)]`,
      'i',
    )
    const vaguely = [...source, ...filesIn('test')].filter((file) => declared.test(withoutComments(text(file))))
    expect(vaguely).to.deep.equal([])
  })

  it('every reactive property of an element is declared, under the same name', () => {
    const editor = text('admin-components/fields/third-party-editor.ts')
    const wrong = source.flatMap((file) => {
      const code = text(file).includes('extends ThirdPartyEditor') ? text(file) + editor : text(file)
      const [, listed = ''] = /static override properties[^=]*= (\{[\s\S]*?\})\n/.exec(code) ?? []
      return [...listed.matchAll(/[{,\s](\w+): \{/g)]
        .filter(([, name]) => !new RegExp(`(?:declare|accessor) (?:readonly )?${name}[?:]`).test(code))
        .map(([, name]) => `${file}: ${name}`)
    })
    expect(wrong).to.deep.equal([])
  })

  it("each file's test is found by its name, by what it imports, or by the file's first comment", () => {
    const tests = filesIn('test')
    const names = tests.filter((file) => file.endsWith('.test.ts')).map((file) => path.basename(file, '.test.ts'))
    const imported = new Set(tests.flatMap((file) => importsOf(file, 'all')))
    const isFeature = (name: string) => tests.some((file) => new RegExp(`^test/features/${name}[-./]`).test(file))
    const untested = source.filter((file) => {
      const [, feature] = /^lib\/features\/([^/]+)\//.exec(file) ?? []
      if (names.includes(path.basename(file, '.ts')) || imported.has(file) || (feature && isFeature(feature))) return false
      const [, named] = /Tested by (test\/\S+\.test\.ts)\./.exec(text(file).split('*/')[0]!) ?? []
      return !named || !tests.includes(named)
    })
    expect(untested).to.deep.equal([])
  })

  it('the pages about the code name files that exist', () => {
    const files = [...source, ...filesIn('test'), ...filesIn('scripts'), ...filesIn('examples')]
    const isThere = (name: string) => existsSync(path.join(root, name)) || files.some((file) => `/${file}`.endsWith(`/${name}`))
    const missing = ['docs/architecture.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...text(page).matchAll(/`([\w./-]+\.(?:ts|js))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !isThere(name) && !existsSync(path.join(root, 'node_modules', name)))
        .map((name) => `${page}: ${name}`),
    )
    expect(missing).to.deep.equal([])
  })

  it("a feature's tables are declared in its table.ts", () => {
    const declaring = source.filter((file) => file.startsWith('lib/features/') && /\bownTable\(/.test(withoutComments(text(file))))
    expect(declaring.filter((file) => !file.endsWith('/table.ts'))).to.deep.equal([])
  })

  it('features never import each other, and the core names none', () => {
    // The list of features, and what the package shows to others.
    const entries = ['lib/features.ts', 'lib/index.ts']
    const wrong: string[] = []
    for (const file of source) {
      const own = /^lib\/features\/[^/]+\//.exec(file)?.[0]
      for (const target of importsOf(file, 'all')) {
        if (!target.startsWith('lib/features/')) continue
        if (own ? !target.startsWith(own) : !entries.includes(file)) wrong.push(`${file} → ${target}`)
      }
    }
    expect(wrong).to.deep.equal([])
  })

  it('no module keeps state in its variables', () => {
    const exceptions: Record<string, string> = {
      'lib/operations/receive.ts': 'random bytes that are fetched ahead, for whichever row comes next',
      'lib/query/printer.ts': 'printers are numbered',
      'schema/check.ts': 'judges are compiled once a process, by names of field types and rules',
    }
    const stateful = source.filter(
      (file) =>
        /^(lib|schema|adapters)\//.test(file) &&
        /^(?:export )?(?:let \w+(?:: [^=\n]+)? = [^`]*$|let \w+: |const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)\b(?:<[^\n]*>)?\(\)$)/m.test(
          text(file).replaceAll(/`[^`]*`/g, ''),
        ),
    )
    expect(stateful.sort()).to.deep.equal(Object.keys(exceptions).sort())
  })

  it('only ambient.ts has an AsyncLocalStorage, which all share', () => {
    expect(source.filter((file) => text(file).includes('new AsyncLocalStorage'))).to.deep.equal(['lib/ambient.ts'])
  })

  it('only cms.ts puts a CMS together', () => {
    const made = (part: string) => source.filter((file) => importsOf(file).includes(part))
    expect(made('lib/wired-engine.ts')).to.deep.equal(['lib/cms.ts'])
    expect(made('lib/lifetime.ts')).to.deep.equal(['lib/cms.ts'])
    expect(made('lib/feature-set.ts')).to.deep.equal(['lib/wired-engine.ts'])
  })

  it('only the door knows HTTP', () => {
    const knows = source
      // An error carries its status for every host that shows it.
      .filter((file) => /^lib\//.test(file) && !/^lib\/((http|cli|features)\/|errors\.ts)/.test(file))
      .filter((file) => /node:http|IncomingMessage|ServerResponse|statusCode/.test(withoutComments(text(file))))
    expect(knows).to.deep.equal([])
  })

  it('only the adapters know a driver or framework', () => {
    const drivers = /from '(sqlite3|better-sqlite3|node:sqlite|@photostructure\/sqlite|libsql|pg|express|koa|@koa\/router)'/
    expect(source.filter((file) => !file.startsWith('adapters/') && drivers.test(text(file)))).to.deep.equal([])
  })

  it('only the store, queries, migrations and adapters write SQL', () => {
    const sql =
      /\b(insert into|delete from|order by|group by|(create|alter|drop) (table|index|trigger|view)|pragma \w+)\b|\bselect\b[^'"`]*\bfrom\b|\bupdate \S+ set\b|\bnative\(|\bquote: q\b/i
    const written = source
      .filter((file) => /^(lib|client|testing)\//.test(file) && !/^lib\/(store|query|migrations)\//.test(file))
      .filter((file) => sql.test(withoutComments(text(file)).replace(/^import .*$/gm, '')))
    expect(written).to.deep.equal([])
  })

  it('only the adapters ask which database it is', () => {
    // The contract lists the names, and `galley init` sets up either.
    const mayKnow = /^lib\/(store\/contract\.ts|cli\/init\/)/
    const askingFiles = source.filter(
      (file) => /^lib\//.test(file) && !mayKnow.test(file) && /'(postgres|sqlite)'/.test(withoutComments(text(file))),
    )
    expect(askingFiles).to.deep.equal([])
  })

  it(`no file is longer than ${LONGEST} lines`, () => {
    expect([...source, ...filesIn('test')].filter((file) => text(file).split('\n').length > LONGEST)).to.deep.equal([])
  })

  it('every file begins with what it is for', () => {
    const silent = [...source, ...filesIn('test'), ...filesIn('examples')].filter((file) => !/^(#!.*\n)?(\/\*\*|\/\/) \S/.test(text(file)))
    expect(silent).to.deep.equal([])
  })

  it('nothing has a name that says nothing', () => {
    const empty = /(^|[/.-])(utils?|helpers?|common|misc|shared|manager|service|base|data|info)([/.-]|$)/i
    expect(source.filter((file) => empty.test(file))).to.deep.equal([])
  })

  it('nothing is left for later', () => {
    // The types of Koa and Node, and of a project's own JavaScript, may be missing or not, so neither an error nor its absence can be expected.
    const later =
      /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore(?! Projects without `@types\/(koa|node)`| JavaScript may)|not implemented|\.(only|skip)\(/
    expect(
      [...source, ...filesIn('test')].filter((file) => !file.endsWith('architecture.test.ts') && later.test(text(file))),
    ).to.deep.equal([])
  })

  it('the generated vocabulary is the one that the tables say', async () => {
    const { generated } = await import('../schema/generate.ts')
    for (const [name, wanted] of Object.entries(generated()))
      expect(text(`schema/${name}`), `schema/${name}: run npm run build`).to.equal(wanted)
  })

  it('the built package holds the validators of schemas and of documents ready-made', async () => {
    const { precompiledFor } = await import('../schema/precompiled.ts')
    const { metaSchema } = await import('../schema/prelude.ts')
    const { fieldTypeTable } = await import('../schema/field-types.ts')
    const precompiled = precompiledFor(metaSchema(fieldTypeTable()))
    const post = { 'x-cms': { collection: 'posts' }, type: 'object', properties: { title: { type: 'string' } } }
    expect(precompiled?.(post)).to.equal(true)
    expect(precompiled?.({ ...post, 'x-cms': { collection: 'posts', draft: true } })).to.equal(false)
    expect(precompiledFor({ type: 'object' })).to.equal(undefined)
  })
})
