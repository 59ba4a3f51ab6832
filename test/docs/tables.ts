/** The generated parts of the documentation, from the tables that the code itself reads. */

import { coreRules } from '../../lib/access/rules.ts'
import { commands as ours } from '../../lib/cli/commands.ts'
import { CODES, STATUS } from '../../lib/errors.ts'
import { features } from '../../lib/features.ts'
import { coreSteps } from '../../lib/operations/core.ts'
import { STAGES } from '../../lib/operations/intent.ts'
import { operators } from '../../lib/query/operators.ts'
import { fieldTypeTable } from '../../schema/field-types.ts'
import { type Described, lowerField } from '../../schema/lower.ts'
import { optionOf, type Place, spellingOn, type Word, wordsOn } from '../../schema/words.ts'
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
  const seen = new Set<string>()
  return places.flatMap((place) =>
    wordsOn(place)
      .filter((word) => !seen.has(word.name) && seen.add(word.name))
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

export const tables: Record<string, () => string> = {
  'field-types': () => {
    const types = fieldTypeTable()
    const inDocument = (type: string) =>
      JSON.stringify(lowerField({ name: 'x', type, required: false, many: false, integer: false, words: {}, ...EXAMPLES[type] }, types))
    return table(
      ['Type', 'SDL', 'In a document', ''],
      [...types.values()].map((type) => [code(type.name), code(type.scalar), code(inDocument(type.name)), type.sentence]),
    )
  },
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
  commands: () =>
    table(
      ['Command', ''],
      [...ours, ...features.flatMap((feature) => feature.commands ?? [])].flatMap((command) => [
        [code(command.usage), command.description],
        ...(command.options ?? []).map(([flags, what]) => [`&nbsp;&nbsp;${code(flags)}`, what]),
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
    return `## ${stage}\n\n${question}\n\n${table(['Step', 'On', 'Of', ''], rows)}`
  })
  const intents = features
    .flatMap((feature) => Object.entries(feature.intents ?? {}).map(([name, intent]) => ({ name, intent, of: feature.name })))
    .map(({ name, intent, of }) => [code(name), intent.of, of, intent.without.join(', '), intent.sentence])
  const others = `## Intents\n\nAn operation can be taken for another reason than its own, and leaves out then what there is nothing to do for.\n\n${table(['Intent', 'Is', 'Of', 'Without', ''], intents)}`
  return `${LIFECYCLE}\n\n${[...stages, others].join('\n\n')}\n`
}

const LIFECYCLE = `# Lifecycle

For: knowing when your code runs, and what has happened by then. Generated from the steps themselves.

An operation is \`list\`, \`read\`, \`create\`, \`update\` or \`delete\`, and goes through these stages in order. A change decides in \`admit\` to \`check\` without any lock, and writes in one short transaction in which no hook runs.

Changes of one document wait for each other inside a process. When another process or a hook has changed the document meanwhile, \`load\` to \`check\` run again on what is stored then: before-hooks may therefore run more than once, and side effects belong in \`afterChange\`, which runs once. A change that still loses after several tries keeps others from the document while it decides; what its before-hooks change is then committed or rolled back with it. A hook may change any document, its own one included: such a change does not wait, and the change around it goes on from the result without running that hook again. What only galley runs, such as the write itself, is repeated when Postgres reports a deadlock or a serialization failure.

After the commit, \`settle\` runs in order; a failure there is logged, the change stays, and the rest goes on. After-hooks that change documents may cause one another 20 levels deep; then the log names the hook, and it is not run again. A process that is killed between commit and \`settle\` has changed the document without running \`afterChange\`.

| Hook | Told | May |
|---|---|---|
| \`beforeValidate\`, \`beforeChange\` | \`data\`, \`operation\`, \`originalDoc?\` | give new data, or throw to cancel |
| \`afterChange\` | \`doc\`, \`operation\`, \`previousDoc?\` | |
| \`beforeDelete\` | \`id\` | throw to cancel |
| \`afterDelete\` | \`id\`, \`doc\` | |
| \`afterRead\` | \`doc\` | give a new document; runs on filled-in relations too |

Every hook is told \`user\`, \`cms\`, \`slug\` and \`context\` as well; \`cms\` acts as the system. On update \`data\` holds only what changes. Globals know no \`beforeValidate\`. An exported \`ValidationError\` is answered with 400, a \`ForbiddenError\` with 403.`
