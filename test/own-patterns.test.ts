/** Our own regular expressions meet texts that callers send: each is linear, or named here with the reason why its text is harmless. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { expect } from 'chai'
import { oneIn } from './harness/depth.ts'

const { check } = createRequire(import.meta.url)('recheck')
const root = fileURLToPath(new URL('..', import.meta.url))

const IMPORTED = 'a file that somebody imports on the command line'
const APPLICATION = 'the application that init adds itself to'

/** Regular expressions that are not linear, by file: no caller writes what they are matched against. */
const HARMLESS: Record<string, [pattern: string, text: string][]> = {
  'schema/build.ts': [['/\\..*$/', 'the name of a schema file']],
  'schema/pattern-syntax.ts': [['/(?:([*+?])|\\{(\\d+)(,?)(\\d*)\\})\\??/y', 'a pattern of the schema']],
  'schema/sdl.ts': [
    ['/ Did you mean.*$/', "graphql's own sentence"],
    ['/Did you mean (.*)\\?$/', "graphql's own sentence"],
  ],
  'schema/typescript.ts': [['/export interface Everything \\{[\\s\\S]*?\\n\\}\\n?/', 'TypeScript made from the schema']],
  'lib/migrations/making.ts': [['/table .* already exists/', "SQLite's own sentence"]],
  'lib/migrations/files.ts': [['/^\\s*--.*$/gm', 'a migration file']],
  'lib/cli/init/application.ts': [
    ['/cmsMiddleware(.*)galley\\/\\w+/', APPLICATION],
    ['/(?:^|\\n)import\\s[^(]*?[\'"]/', APPLICATION],
  ],
  'lib/cli/init/code-text.ts': [['/\\bclass\\b[^{};]*$/', APPLICATION]],
  'lib/cli/init/command.ts': [['/^-+|-+$/g', 'the name of a folder on the command line']],
  'lib/cli/init/find-app.ts': [
    [
      '/(?:^|[;{}\\n])[ \\t]*(?:(?:export|public|private|protected|override|readonly|const|let|var)\\s+)*((?:this\\.)?#?[\\w$]+)\\s*(?::[^=;\\n]+)?=\\s*((?:[\\w$.]+\\s*=\\s*)*)$/',
      APPLICATION,
    ],
    ['/(?<![\\w$.])([\\w$]+)\\s*(?::[^=;\\n]+)?=\\s*$/', APPLICATION],
  ],
  'lib/cli/init/mounted.ts': [['/\\b(?:import|export)\\s+type\\b[^\'"]*[\'"][^\'"]*[\'"]/g', APPLICATION]],
  'lib/cli/init/passport.ts': [
    [
      '/import\\s+([^\'"]+?)\\s+from\\s+[\'"](\\.[^\'"]+)[\'"]|(?:const|let|var)\\s+(\\w+|\\{[^}]*\\})\\s*=\\s*require\\(\\s*[\'"](\\.[^\'"]+)[\'"]\\s*\\)/g',
      APPLICATION,
    ],
  ],
  'lib/cli/init/project.ts': [['/(?:^|\\n)import\\s[^(]*?[\'"]/', APPLICATION]],
  'lib/cli/init/statement-end.ts': [['/\\)\\s*;?\\s*(?:\\/\\/.*)?$/', APPLICATION]],
  'lib/cli/init/typescript.ts': [
    ['/"include"\\s*:\\s*\\[([^\\]]*)\\]/', "the project's own tsconfig"],
    ['/\\/?[^/]*[*?{]/', "the project's own tsconfig"],
  ],
  'lib/cli/types-place.ts': [['/\\/?[^/]*[*?]/', "what the project's tsconfig includes"]],
  'schema/where-thrown.ts': [['/((?:file:\\/\\/)?\\/[^\\s():]+):(\\d+)(?::(\\d+))?/', 'the stack of an error in the configuration']],
  'schema/check.ts': [['/(?:\\/\\d+)+$/', 'a path inside the schema']],
  'lib/features/transfer/lexical.ts': [['/<iframe\\b[^>]*\\ssrc=["\']([^"\']+)/i', IMPORTED]],
  'lib/features/transfer/wordpress-body.ts': [
    ['/<img\\b(?:"[^"]*"|\'[^\']*\'|[^>"\'])*>/gi', IMPORTED],
    ['/\\[caption\\b[^\\]]*\\]\\s*((?:<a\\b[^>]*>)?\\s*<img\\b[^>]*>\\s*(?:<\\/a>)?)([\\s\\S]*?)\\[\\/caption\\]/gi', IMPORTED],
    ['/\\[embed\\b[^\\]]*\\]\\s*(\\S+?)\\s*\\[\\/embed\\]/gi', IMPORTED],
    ['/\\[gallery\\b([^\\]]*)\\]/gi', IMPORTED],
    ['/<(\\/?)(?:ul|li)\\b(?=[^>]*blocks-gallery)[^>]*>/gi', IMPORTED],
    ['/\\[embed\\b[^\\]]*\\]\\s*(https?:[^\\s<"[\\]]+)\\s*\\[\\/embed\\]/gi', IMPORTED],
    ['/\\[(?:youtube|vimeo)[\\s=]+(https?:[^\\s<"\\]]+)[^\\]]*\\]/gi', IMPORTED],
    ['/(<div\\b[^>]*\\bwp-block-embed__wrapper\\b[^>]*>)\\s*(https?:[^\\s<"]+)\\s*(?=<\\/div>)/gi', IMPORTED],
    ['/<a\\b[^>]*\\bwp-block-file__button\\b[^>]*>[^<]*<\\/a>/gi', IMPORTED],
    ['/<pre\\b[^>]*\\bwp-block-verse\\b[^>]*>([\\s\\S]*?)<\\/pre>/gi', IMPORTED],
    ['/<!-- wp:block \\{[^}]*"ref":(\\d+)[^}]*\\} \\/-->/g', IMPORTED],
    ['/<!-- wp:[\\w/-]*code \\{[^}]*"language":"([\\w+#-]+)"[^}]*\\} -->\\s*<pre\\b/g', IMPORTED],
    ['/<pre\\b([^>]*?)\\slang=(["\'])([\\w+#-]+)\\2/gi', IMPORTED],
    ['/\\[(source)?code\\b([^\\]]*)\\]([\\s\\S]*?)\\[\\/\\1code\\]/gi', IMPORTED],
  ],
  'lib/features/transfer/wordpress-blocks.ts': [
    ['/<!--\\s+wp:([\\w/-]+)\\s+(?:(\\{[^>]*\\})\\s+)?(\\/?)-->(?:\\s*<!--\\s+\\/wp:\\1\\s+-->)?/g', IMPORTED],
    ['/<sup\\b[^>]*\\bdata-fn="([^"]*)"[^>]*>[\\s\\S]*?<\\/sup>/gi', IMPORTED],
    ['/<!--\\s+wp:footnotes\\b[^>]*-->/', IMPORTED],
  ],
  'lib/features/transfer/import.ts': [['/\\/+$/', 'an argument of the command line']],
  'adapters/sqlite/dialect.ts': [['/UNIQUE constraint failed: (.*)$/', "SQLite's own sentence, which holds names of columns"]],
  'client/transport.ts': [['/\\/+$/', 'the address that the client was made with']],
}

/** A literal, behind what may stand before an expression. */
const LITERAL = /(?:[(,=:[!&|?;>]|\breturn)\s*(\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*)/g

function literalsIn(file: string): string[] {
  const found = [...readFileSync(path.join(root, file), 'utf8').matchAll(LITERAL)].map((match) => match[1]!)
  return found.filter((literal) => isValid(...partsOf(literal)))
}

const partsOf = (literal: string): [source: string, flags: string] => {
  const end = literal.lastIndexOf('/')
  return [literal.slice(1, end), literal.slice(end + 1)]
}

function isValid(source: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(source, flags))
  } catch {
    return false
  }
}

const files = ['schema', 'lib', 'adapters', 'client', 'testing'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).split(path.sep).join('/')}`)
    .filter((name) => name.endsWith('.ts')),
)

describe('our own regular expressions', function () {
  this.timeout(300_000)

  it('are linear, or never meet what a caller sends @long', async () => {
    const wrong: string[] = []
    const all = files.flatMap((file) => literalsIn(file).map((literal) => ({ file, literal })))
    expect(all.length).to.be.above(180)
    for (const { file, literal } of oneIn(10, all)) {
      const { status } = await check(...partsOf(literal), { timeout: 60_000 })
      const isHarmless = HARMLESS[file]?.some(([pattern]) => pattern === literal) ?? false
      if ((status === 'safe') === isHarmless)
        wrong.push(`${file}: ${literal} is ${status}${isHarmless ? ', so it need not be listed' : ''}`)
    }
    expect(wrong).to.deep.equal([])
    const gone = Object.entries(HARMLESS).flatMap(([file, list]) =>
      list.filter(([pattern]) => !literalsIn(file).includes(pattern)).map(([pattern]) => `${file}: ${pattern}`),
    )
    expect(gone).to.deep.equal([])
  })

  it('those made of parts are few, and none is made of what a caller sends', () => {
    const made = files.filter((file) => /\bRegExp\(/.test(readFileSync(path.join(root, file), 'utf8')))
    expect(made).to.have.members([
      'lib/features/admin/assets.ts', // br, gzip
      'lib/cli/init/application.ts', // a name in the application
      'lib/cli/init/find-app.ts', // names in the application
      'lib/cli/init/mounted.ts', // names in the application
      'lib/cli/init/pieces.ts', // the name of a type that init writes
      'lib/cli/init/passport.ts', // a name in the application
      'lib/cli/init/files.ts', // a name in .env
      'schema/fields.ts', // how a language is written, which JSON Schema needs as text
      'schema/pattern-example.ts', // a pattern of the schema, on a text made of it
      'schema/pattern-paths.ts', // one character or class of a pattern
      'lib/query/with-relations.ts', // a random token of this process
      'lib/rich-text/embeds.ts', // a pattern of the schema, checked like those of fields
      'schema/rules.ts', // a pattern of the schema, which is then judged
      'adapters/sqlite/batch.ts', // a constant
      'adapters/s3.ts', // the name of an element
      'lib/features/media/located-picture.ts', // how base64 of pictures begins
      'adapters/koa.ts', // the path that the CMS is at
    ])
  })

  it("the formats of Ajv that fields use are linear: 'email' and 'date-time'", async () => {
    const email = fullFormats['email'] as RegExp
    expect((await check(email.source, email.flags)).status).to.equal('safe')
    const source = readFileSync(createRequire(import.meta.url).resolve('ajv-formats/dist/formats.js'), 'utf8')
    const dates = source
      .split('\n')
      .flatMap((line) => (/^const (DATE|TIME|DATE_TIME_SEPARATOR) = \/(.*)\/(\w*);$/.exec(line) ?? []).slice(2))
    expect(dates.length).to.equal(6)
    for (let at = 0; at < dates.length; at += 2) expect((await check(dates[at]!, dates[at + 1]!)).status, dates[at]).to.equal('safe')
  })
})
