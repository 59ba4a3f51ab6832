/** Phrases that make a reader stop, in texts, comments and docs: few remain, and each of them is right. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const root = path.join(import.meta.dirname, '../..')
const READ = ['lib', 'schema', 'adapters', 'admin-components', 'client', 'testing', 'docs', '*.md', ':!test']

const STILTED = [
  /\b(?:whoever|whomever|shall|nobody|meanwhile|sound|judges?|judged)\b/i,
  /\b(?:is|are|was|were|be) no [a-z]+/,
  /\b(?:none of ours|of ours|of its own|for good|by itself|by themselves|save that|as it is stored|has gone|it knows not)\b/,
  /\b(?:stands? (?:in|at|beside|there)|lies? (?:in|at|where|there)|(?:is|are) told|is said|goes (?:out|there|away)|takes? (?:up|back)|wants? in)\b/,
  /\bbeside (?:what|the|it|them|a)\b/,
  /\/\*\* (?:What (?:is|was|has|of|they|it|a|the|who)|Whom?|Of [a-z]+) /,
]
/** Only prose counts: comments, strings, texts and pages. */
const PROSE = /\/\*|\*|\/\/|`|'|"/

describe('docs: plain words', () => {
  it('few phrases make a reader stop', () => {
    const files = execFileSync('git', ['ls-files', '--', ...READ], { cwd: root, encoding: 'utf8' }).split('\n')
    const found = files
      .filter((file) => /\.(?:ts|md|css)$/.test(file))
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
          .filter(({ line }) => (file.endsWith('.md') || PROSE.test(line)) && STILTED.some((phrase) => phrase.test(line))),
      )
    expect(found.length, found.map(({ place, line }) => `${place} ${line.trim()}`).join('\n')).to.be.at.most(40)
  })
})
