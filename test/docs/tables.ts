/** The generated parts of the documentation, from the tables that the code itself reads. */

import { fileURLToPath } from 'node:url'
import { coreRules } from '../../lib/access/rules.ts'
import { JSON_OPTION } from '../../lib/cli/command.ts'
import { commands as ours } from '../../lib/cli/commands.ts'
import { CODES, STATUS } from '../../lib/errors.ts'
import { features } from '../../lib/features.ts'
import { coreSteps } from '../../lib/operations/core.ts'
import { STAGES } from '../../lib/operations/intent.ts'
import { operators } from '../../lib/query/operators.ts'
import { fieldTypeTable } from '../../schema/field-types.ts'
import { ICONS } from '../../schema/icons.ts'
import { REASONS } from '../../schema/reasons.ts'
import { type Described, lowerField } from '../../schema/to-json-schema.ts'
import { optionOf, type Place, spellingOn, type Word, wordsOn } from '../../schema/words.ts'
import { tokens } from './design-tokens.ts'
import { type Option, optionsOf, SECTIONS } from './option-sentences.ts'

const table = (head: string[], rows: (string | undefined)[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => (cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
const code = (text: string | undefined) => (text === undefined || text === '' ? '' : `\`${text}\``)

function spelled(word: Word, place: Place): string {
  const spelling = spellingOn(word, place)
  if (!spelling) return ''
  if (spelling.argument) return code(`@${spelling.directive}(${spelling.argument.name}:)`)
  return code(`@${spelling.directive}${spelling.arguments ? `(${Object.keys(spelling.arguments).join(':, ')}:)` : ''}`)
}

const wordRows = (places: Place[]) => {
  const listed = new Set<string>()
  return places.flatMap((place) =>
    wordsOn(place)
      .filter((word) => !listed.has(word.name) && listed.add(word.name))
      .map((word) => [code(optionOf(word)), code(word.keyword ? word.name : `x-cms.${word.name}`), spelled(word, place), word.sentence]),
  )
}

/** What a type needs before it can be shown in a document. */
const EXAMPLES: Record<string, Partial<Described>> = {
  select: { options: ['wide', 'narrow'] },
  upload: { relation: 'media' },
  relationship: { relation: 'tags' },
  blocks: { blocks: [{ slug: 'quote', fields: [], words: {} }] },
}

interface PublicElement {
  tag: string
  sentence: string
  attributes: Named[]
  events: Named[]
  properties: Named[]
}
type Named = { name: string; sentence: string }

const root = fileURLToPath(new URL('../../', import.meta.url))
const { publicElements } = (await import('../../scripts/elements.js' as string)) as { publicElements(root: string): PublicElement[] }
const elements = publicElements(root)

const listed = (title: string, entries: readonly Named[]) =>
  entries.length === 0
    ? []
    : [
        table(
          [title, ''],
          entries.map(({ name, sentence }) => [code(name), sentence]),
        ),
      ]

const element = ({ tag, sentence, attributes, events }: PublicElement): string =>
  [`## ${tag}`, sentence.charAt(0).toUpperCase() + sentence.slice(1), ...listed('Attribute', attributes), ...listed('Event', events)].join(
    '\n\n',
  )

export const tables: Record<string, () => string> = {
  elements: () => elements.map(element).join('\n\n'),
  'element-variables': () =>
    table(
      ['Variable', 'Sets'],
      elements.find(({ tag }) => tag === 'cms-admin')!.properties.map(({ name, sentence }) => [code(name), sentence]),
    ),
  tokens: () =>
    table(
      ['Token', 'For', 'Value'],
      tokens.map(({ name, value, purpose }) => [code(name), purpose, code(value)]),
    ),
  'field-types': () => {
    const types = fieldTypeTable()
    const inDocument = (type: string) =>
      JSON.stringify(lowerField({ name: 'x', type, required: false, many: false, integer: false, words: {}, ...EXAMPLES[type] }, types))
    return table(
      ['Type', 'SDL', 'In a document', ''],
      [...types.values()].map((type) => [code(type.name), code(type.scalar), code(inDocument(type.name)), type.sentence]),
    )
  },
  icons: () => ICONS.map(code).join(', '),
  'entity-words': () => table(['In an object', 'In a document', 'In SDL', ''], wordRows(['collection', 'global'])),
  'field-words': () => table(['In an object', 'In a document', 'In SDL', ''], wordRows(['field'])),
  operators: () =>
    table(
      ['Operator', 'Matches'],
      Object.entries(operators).map(([name, { sentence }]) => [code(name), sentence]),
    ),
  rules: () =>
    table(
      ['Name', 'Admits'],
      Object.entries(coreRules).map(([name, { sentence }]) => [code(name), sentence]),
    ),
  codes: () =>
    table(
      ['Code', 'Status', ''],
      Object.entries(CODES).map(([name, sentence]) => [code(name), String(STATUS[name as keyof typeof STATUS]), sentence]),
    ),
  reasons: () =>
    table(
      ['Reason', 'Message'],
      Object.entries(REASONS).map(([name, sentence]) => [code(name), withPlaces(sentence as (values: object) => string)]),
    ),
  commands: () =>
    table(
      ['Command', ''],
      [...ours, ...features.flatMap((feature) => feature.commands ?? [])].flatMap((command) => [
        [code(command.usage), command.description],
        ...[...(command.options ?? []), ...(command.reports ? [JSON_OPTION] : [])].map(([flags, what]) => [
          `&nbsp;&nbsp;${code(flags)}`,
          what,
        ]),
      ]),
    ),
  arguments: () =>
    table(
      ['Parameter', 'In the Local API', ''],
      features.flatMap((feature) =>
        Object.entries(feature.options ?? {}).map(([name, { local = name, sentence }]) => [code(name), code(local), sentence]),
      ),
    ),
  options: () => optionTable(optionsOf('Config'), ''),
  sections: () =>
    Object.entries(SECTIONS)
      .map(
        ([section, name]) =>
          `### ${code(section)}\n\n${optionTable(optionsOf(name), `${section}${['webhooks', 'jobs'].includes(section) ? '[]' : ''}.`)}`,
      )
      .join('\n\n'),
}

const optionTable = (options: Record<string, Option>, prefix: string) =>
  table(
    ['Option', 'Default', ''],
    Object.entries(options).map(([name, option]) => [code(prefix + name), code(option.default), option.sentence]),
  )

/** `docs/lifecycle.md`, whole. */
export function lifecycle(): string {
  const steps = [
    ...coreSteps.map((step) => ({ step, of: 'core' })),
    ...features.flatMap((feature) => (feature.steps ?? []).map((step) => ({ step, of: feature.name }))),
  ]
  const stages = Object.entries(STAGES).map(([stage, question]) => {
    const rows = steps
      .filter(({ step }) => step.stage === stage)
      .map(({ step, of }) => [code(step.name), step.on.join(', '), of, step.sentence])
    return `## ${stage}\n\n${question}\n\n${table(['Step', 'Operations', 'Feature', 'What it does'], rows)}`
  })
  const intents = features
    .flatMap((feature) => Object.entries(feature.intents ?? {}).map(([name, intent]) => ({ name, intent, of: feature.name })))
    .map(({ name, intent, of }) => [code(name), intent.of, of, intent.without.join(', '), intent.sentence])
  const others = `## Intents\n\nAn intent is an operation with a special purpose. It skips the stages that have nothing to do for it.\n\n${table(['Intent', 'Operation', 'Feature', 'Skips', 'What it does'], intents)}`
  return `${LIFECYCLE}\n\n${[...stages, others].join('\n\n')}\n`
}

const LIFECYCLE = `# Lifecycle

For: finding out when your code runs and what has happened by then. This page is generated from the steps in the code.

An operation is \`list\`, \`read\`, \`create\`, \`update\` or \`delete\`, and goes through these stages in order. A change makes its decisions in \`admit\` to \`check\` without any lock, and then writes in one short transaction in which no hook runs.

Inside a process, changes of one document wait for each other. If another process or a hook changes the document in the meantime, \`load\` to \`check\` run again on the newly stored content. So before-hooks may run more than once; put side effects in \`afterChange\`, which runs once. A change that still loses after several tries locks the document while it decides; what its before-hooks change is then committed or rolled back with it. A hook may change any document, including its own: such a change does not wait, and the change around it continues from the result without running that hook again. If Postgres reports a deadlock or a serialization failure, galley repeats only its own work, such as the write.

After the commit, \`settle\` runs in order. If something fails there, galley logs it, keeps the change and continues with the rest. After-hooks that change documents may trigger one another 20 levels deep; beyond that, the log names the hook and galley does not run it again. If a process is killed between the commit and \`settle\`, the document has changed but \`afterChange\` has not run.

| Hook | Receives | May |
|---|---|---|
| \`beforeValidate\`, \`beforeChange\` | \`data\`, \`operation\`, \`originalDoc?\` | return new data, or throw to cancel |
| \`afterChange\` | \`doc\`, \`operation\`, \`previousDoc?\` | |
| \`beforeDelete\` | \`id\` | throw to cancel |
| \`afterDelete\` | \`id\`, \`doc\` | |
| \`afterRead\` | \`doc\` | return a new document; runs on filled-in relations too, always with all fields, whatever \`select\` names; not for a list of nothing but ids (\`select=id\`) |

Every hook also receives \`user\`, \`cms\`, \`slug\` and \`context\`; \`cms\` acts as the system. A hook that may return something returns a document or nothing: anything else, such as a text, a list, or a document with a \`BigInt\` or a circle in it, fails with an error that names the hook. On update, \`data\` holds only what changes; a group that a call sets to \`null\` has all its fields, empty. Globals don't have \`beforeValidate\`. Galley exports two errors for hooks to throw: \`ValidationError\` becomes a 400, \`ForbiddenError\` a 403.`

/** The sentence of a reason, with the names of its values where they stand. */
function withPlaces(sentence: (values: object) => string): string {
  const place = (name: string) => Object.assign([`{${name}}`], { toString: () => `{${name}}` })
  return sentence(new Proxy({}, { get: (_, name) => place(String(name)) }))
}
