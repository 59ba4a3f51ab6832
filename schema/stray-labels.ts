/** Finds labels of options and of block types that the field doesn't have. Tested by test/schema/names-of-nothing.test.ts. */
import type { Contradiction } from './contradictions.ts'
import type { JsonSchema } from './document.ts'
import { messages } from './messages.ts'
import { didYouMean } from './nearest.ts'

export function* strayLabels(schema: JsonSchema): Generator<Contradiction> {
  const own: JsonSchema = schema['x-cms'] ?? {}
  const options: string[] | undefined = schema['enum'] ?? schema['items']?.enum
  const blocks: (string | JsonSchema)[] = schema['items']?.oneOf ?? own['blocks'] ?? []
  const known = options ?? blocks.map((block) => (typeof block === 'string' ? block : block['properties'].blockType.const))
  for (const name of Object.keys(own['labels'] ?? {}))
    if (!known.includes(name))
      yield {
        message: messages.labelOfNothing(name, options ? 'options' : 'blocks'),
        at: ['x-cms', 'labels', name],
        hint: didYouMean(name, known),
      }
}
