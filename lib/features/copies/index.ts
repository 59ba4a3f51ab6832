/** `copyOf`: a new document may contain whatever the texts of the document contain that it is a copy of. Tested by test/features/rich-text-check.test.ts. */
import type { Entity } from '../../../schema/model.ts'
import type { Operation } from '../../engine.ts'
import { badQuery, isTemporary } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import type { Doc } from '../../store/document.ts'
import { holdsText } from '../../store/texts.ts'

const hasTexts = ({ kind, fields }: Entity): boolean => kind === 'collection' && fields.some(holdsText)

export const copies: Feature = {
  name: 'copies',
  options: {
    copyOf: {
      sentence:
        'For POST of a copy: the id of the original. The copy may contain what the texts of the original contain, even if their fields no longer allow it.',
      schema: { type: 'integer' },
      on: ['create'],
      for: hasTexts,
      parse(given) {
        const id = typeof given === 'string' ? Number(given) : given
        if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw badQuery('must be an id', 'copyOf')
        return id
      },
    },
  },
  steps: [
    {
      name: 'offerOriginal',
      stage: 'receive',
      sentence: 'Lets the texts of a copy hold what those of its original hold (`copyOf`).',
      on: ['create'],
      for: hasTexts,
      run: (operation) => void (operation.view.options['copyOf'] && operation.textSources.push(() => originalOf(operation))),
    },
  ],
}

async function* originalOf({ engine, entity, caller, view }: Operation): AsyncGenerator<Doc> {
  const handle = engine.handle(caller)
  const options = {
    depth: 0 as const,
    ...(entity.options['drafts'] === true && { draft: true }),
    ...(engine.settings.localization && { locale: 'all' }),
  }
  try {
    yield await handle.findById(entity.slug, view.options['copyOf'] as number, options)
  } catch (error) {
    if (isTemporary(error)) throw error
  }
}
