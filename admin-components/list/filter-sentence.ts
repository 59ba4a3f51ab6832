/** A filter as a sentence, such as “Status is Draft and Author › Name contains “Ada””. Tested by test/admin-components/filters.test.ts. */
import type { RelatedDocuments } from '../app/related.ts'
import type { Field } from '../app/schema.ts'
import { isRelation } from '../document/map-fields.ts'
import type { CmsElement } from '../element.ts'
import { pathTo } from '../parts/tree-path.ts'
import { formatOf } from '../texts/formats.ts'
import type { Key } from '../texts/texts.ts'
import type { Filterable } from './filterable.ts'
import { type Comparison, type Filter, isNested, type Test } from './where.ts'

/** Undefined if no condition has a value. */
export function filterSentence(
  host: CmsElement,
  { match, tests }: Filter,
  known: readonly Filterable[],
  documents: RelatedDocuments,
): string | undefined {
  const parts = tests.flatMap((one) => {
    if (!isNested(one)) return one.value === '' ? [] : [conditionText(host, one, known, documents)]
    const inside = filterSentence(host, one, known, documents)
    return inside === undefined ? [] : [one.tests.length > 1 ? `(${inside})` : inside]
  })
  const type = match === 'or' ? 'disjunction' : 'conjunction'
  return parts.length === 0 ? undefined : formatOf(Intl.ListFormat, host.app.language, { type }).format(parts)
}

function conditionText(host: CmsElement, test: Test, known: readonly Filterable[], documents: RelatedDocuments): string {
  const one = known.find(({ path }) => path === test.field)
  const { operator, value } = test
  const name = one?.name ?? test.field
  if (operator === 'exists') return `${name} ${host.t(value === 'true' ? 'operator.exists' : 'operator.empty')}`
  if (isInDays(operator)) return `${name} ${host.t(`filter.days.${operator}`, { count: Number(value) })}`
  return `${name} ${comparisonText(host, one, operator)} ${valueText(host, one, test, documents)}`
}

export const isInDays = (operator: Comparison): operator is 'last' | 'next' | 'ago' | 'ahead' =>
  ['last', 'next', 'ago', 'ahead'].includes(operator)

/** Dates are before or after, numbers less or more. */
export function comparisonText(host: CmsElement, one: Filterable | undefined, operator: Comparison): string {
  const isOrder = ['gt', 'gte', 'lt', 'lte'].includes(operator)
  return host.t((one?.input === 'date' && isOrder ? `operator.date.${operator}` : `operator.${operator}`) as Key)
}

function valueText(host: CmsElement, one: Filterable | undefined, { operator, value }: Test, documents: RelatedDocuments): string {
  const { field, input } = one ?? {}
  if (operator === 'in' || operator === 'not_in')
    return formatOf(Intl.ListFormat, host.app.language, { type: 'disjunction' }).format(
      value.split(',').map((part) => oneValue(host, field, part.trim(), documents)),
    )
  if (input === 'yesNo') return host.t(value === 'true' ? 'yes' : 'no')
  if (input === 'status' && (value === 'draft' || value === 'published')) return host.t(`status.${value}`)
  if (input === 'date')
    return formatOf(Intl.DateTimeFormat, host.app.language, { dateStyle: 'medium' }).format(new Date(`${value.slice(0, 10)}T00:00`))
  if (input === 'number' && !(field && isRelation(field))) return formatOf(Intl.NumberFormat, host.app.language).format(Number(value))
  return oneValue(host, field, value, documents)
}

function oneValue(host: CmsElement, field: Field | undefined, value: string, documents: RelatedDocuments): string {
  if (field && isRelation(field)) return pathTo(host, documents, field.to ?? 'media', Number(value))
  const option = field?.options?.find((other) => other.value === value)
  return option ? host.app.label(option.label, value) : `“${value}”`
}
