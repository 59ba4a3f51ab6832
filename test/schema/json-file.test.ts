/** JSON files of people: every one of them names its file and line, with the place of the mistake below. */
import { expect } from 'chai'
import { jsonFrom } from '../../schema/json-file.ts'

const refused = (text: string): string => {
  try {
    return `read: ${JSON.stringify(jsonFrom(text, 'a.json', (problem) => new Error(problem)))}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('JSON files', () => {
  it('are read as JSON, also behind a byte order mark', () => {
    expect(refused('\uFEFF{ "a": [1, true, null, "\\u00e4", { "b": -1.5e3 }] }')).to.equal('read: {"a":[1,true,null,"ä",{"b":-1500}]}')
  })

  it('name their file, the line and what is wrong there', () => {
    expect(refused('{\n  "a": 1,\n}')).to.equal('a.json:3:1: expected a key in double quotes\n    }\n    ^')
    expect(refused('{\r\n  "a": b\r\n}')).to.equal('a.json:2:8: unexpected \'b\'\n      "a": b\n           ^')
    expect(refused('{ "a": 1, "a": 2 }')).to.include("a.json:1:11: the key 'a' is used twice")
    expect(refused(' \n')).to.equal('a.json is empty')
  })

  it('may be long', () => {
    const long = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key.${index}`, [{ text: 'x'.repeat(40) }]]))
    const begun = performance.now()
    expect(refused(JSON.stringify(long, null, 1))).to.match(/^read: /)
    expect(performance.now() - begun).to.be.lessThan(3000)
  })
})
