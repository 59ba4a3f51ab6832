/** The part of a schema with problems that is right, for checking the options of a configuration that name content types or fields. */
import { follows, namedIn, type RightPart, withoutWrong } from './checkable.ts'
import { compile, type Vocabulary } from './compile.ts'
import type { Locales } from './forms.ts'
import type { Merged } from './merge.ts'
import { everyField } from './model.ts'
import type { Problem } from './problems.ts'
import type { Checked } from './rules.ts'

/** The findings about a schema: `slugs` are those of all content types, also of those that could not be read. */
interface Findings {
  checks: readonly Checked[]
  slugs: ReadonlySet<string>
  problems: readonly Problem[]
}

/** Options of a content type that may add fields to it. */
const ADDING = ['drafts', 'access']

export function rightPart({ checks, slugs, problems }: Findings, vocabulary: Vocabulary, locales: Locales | undefined): RightPart {
  const right = new Map(checks.filter(({ isWrong }) => !isWrong).map((check) => [check.one.slug, check]))
  const lost = [...slugs].filter((slug) => !right.has(slug))
  const named = problems.flatMap(({ message }) => namedIn(message))
  const wrong = new Set([...lost, ...named, ...checks.flatMap((check) => [...check.wrong])])
  const parts = new Map([...right].map(([slug, check]) => [slug, without(check.one, check.wrong)]))
  for (const { slug, fields } of compile(parts, vocabulary).entities.values()) {
    const names = [...everyField(fields)]
      .filter(({ to }) => to !== undefined && !right.has(to))
      .map(({ path }) => path.split('.', 1)[0] ?? '')
    for (const name of names) wrong.add(name)
    parts.set(slug, without(parts.get(slug) as Merged, new Set(names)))
  }
  const partly = [...right.values()].filter((check) => ADDING.some((option) => check.wrong.has(option))).map(({ one }) => one.slug)
  return {
    model: compile(parts, vocabulary, locales),
    follows(sentence) {
      const [slug = '', ...inside] = (sentence.split(':', 1)[0] ?? '').split('.')
      return partly.includes(slug) || inside.some((name) => wrong.has(name)) || follows(sentence, wrong)
    },
  }
}

const without = (one: Merged, wrong: ReadonlySet<string>): Merged => ({ ...one, document: withoutWrong(one.document, wrong) })
