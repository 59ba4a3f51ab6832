/** A message about a text that a pattern doesn't match shows one that it does. */
import { expect } from 'chai'
import { exampleOf } from '../../schema/pattern-example.ts'

describe('schema/pattern-example', () => {
  for (const [pattern, example] of Object.entries({
    '^[A-Z]{2}-\\d{4}$': 'AB-1234',
    '^\\d{3}-\\d{4}$': '123-4567',
    '^[a-z0-9]+(-[a-z0-9]+)*$': 'abc-def',
    '^#([0-9a-f]{3}|[0-9a-f]{6})$': '#abc',
    '^\\+?[0-9 ()-]{7,20}$': '+1234567',
    '^https?://.+\\.(org|com)$': 'https://abc.org',
    '^[^@ ]+@[^@ ]+\\.[a-z]+$': 'abc@def.abc',
    '^\\p{Lu}\\p{Ll}*$': 'Aabc',
    '^[ก-ฮ]+$': 'กกก',
    '^[א-ת]{2}$': 'אא',
    '^(?:AB|CD)\\/\\d$': 'AB/1',
    '^a{1,2}$': 'aa',
    '^.{100}$': undefined,
    '^(?=a)b$': undefined,
    '^(\\w)\\1$': undefined,
    '^a^b$': undefined,
    '': undefined,
    '^\\s*$': undefined,
  }))
    it(`of ${pattern || 'an empty pattern'} is ${example ?? 'not known'}`, () => expect(exampleOf(pattern)).to.equal(example))
})
