/** One word has one meaning: the texts of the admin follow the table of words in docs/design.md. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { allEnglish } from '../../admin-components/texts/english.ts'
import type { Text } from '../../admin-components/texts/text.ts'
import { th } from '../../admin-components/texts/th.ts'
import { thActions } from '../../admin-components/texts/th-actions.ts'
import { thList } from '../../admin-components/texts/th-list.ts'
import { thReports } from '../../admin-components/texts/th-reports.ts'
import { thRichText } from '../../admin-components/texts/th-rich-text.ts'
import { thSystem } from '../../admin-components/texts/th-system.ts'
import { thWriting } from '../../admin-components/texts/th-writing.ts'

/** The keys of texts that may have a word; everything else has another word for what it means. */
const WORDS: Record<string, [word: RegExp, keys: RegExp]> = {
  New: [/^new\b/i, /^(list\.new|palette\.new|shortcut\.new|keys\.new|media\.folder\.new|roles\.(new|isNew)|account\.newPassword)$/],
  Create: [
    /\bcreat(e|ed)\b/i,
    /create|^document\.mayNotCreate|^keys\.|^(deleted\.|duplicat|setUp\.|roles\.|attention\.|sso\.|column\.createdAt|backups\.byHand)/,
  ],
  Add: [/^add\b/i, /^(bulk\.edit\.add|rows\.add|relation\.take|filter\.(add|group\.add)|text\.table\.|refusal\.atLeastRows)/],
  Remove: [/\bremov/i, /^(remove|bulk\.edit\.remove|conflict\.removed|compare\.|filter\.|text\.|media\.focal)/],
  Delete: [
    /\bdelet/i,
    /delete|^(relation\.gone|trash\.|error\.notFound|code\.NOT_FOUND|document\.gone|transfer\.|keys\.revoke|deliveries\.gone|media\.folder\.edit|audit\.(act|fact)\.)/i,
  ],
  'Bring back': [
    /\b(bring|brought)\b.*\bback\b/i,
    /^(delete\.toTrash|deleted\.|trash\.|bulk\.(not\.|others\.|stopped\.)?recover|(deed|audit\.act|deliveries\.event)\.recover|recovered\.|unsaved\.(kept|recovered)|text\.closed\.)/,
  ],
  Restore: [/\brestor/i, /^(versions\.restore|deed\.restore|audit\.act\.restore)/],
  Undo: [/\bundo/i, /^(undo|revert|text\.undo|conflict\.undo|text\.closed\.sure\.text|delete\.forGood|keys\.revokeText)/],
  Discard: [/\bdiscard/i, /discard|^(deleted\.drop|recovered\.drop|media\.drop\.changes)$/],
  Edit: [
    /^(edit|change)\b/i,
    /^(edit|bulk\.edit|schedule\.change|operation\.update|text\.link\.edit|roles\.field\.all|status\.pending|column\.pending|duplicate\.|.*changed?s?$|audit\.)/i,
  ],
  Choose: [/\bpick/i, /^$/],
  Select: [/\bselect/i, /^(choose|bulk\.|text\.select|refusal\.|code\.NO_SUCH_TARGET)/],
  Replace: [
    /\breplac/i,
    /^(bulk\.edit\.(replace|alsoReplaces)|media\.replace|text\.replace|text\.closed|versions\.atOnce|views\.now|schedule\.replaces)/,
  ],
  Schedule: [/\bschedul/i, /^(schedule|deed\.schedule|audit\.act\.schedule)/],
  Planned: [
    /\bplann/i,
    /^(conflict\.thenPlanned|dashboard\.planned|schedule\.|audit\.|deed\.unschedule|attention\.scheduled|versions\.(asDraft\.)?planned)/,
  ],
  'Sign out everywhere': [/\bsign(s|ing)? out\b(?! everywhere)/i, /^$/],
  Document: [/\bdocuments?\b/i, /^(?!media\.|crop|uploads\.)/],
  File: [/\bpictures?\b/i, /^$/],
  Person: [/\busers?\b/i, /^$/],
}

/** Words that mean the same as one of the table. */
const OTHERS = /\b(revoke|erase|trash it|insert new|modify|recover|log ?in|log ?out|picture|set schedule|is scheduled|scheduled change)\b/i

const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text))
const texts = Object.entries(allEnglish).flatMap(([key, text]) => formsOf(text as Text).map((form) => [key, form] as const))

describe('admin-components: words', () => {
  it('are those of the table in the docs', () => {
    const docs = readFileSync(new URL('../../docs/design.md', import.meta.url), 'utf8')
    const table = docs.split('| Word | Means |')[1]!.split('\n\n')[0]!
    expect([...table.matchAll(/^\| (\w[\w ]*) \|/gm)].map(([, word]) => word)).to.deep.equal(Object.keys(WORDS))
  })

  for (const [word, [pattern, keys]] of Object.entries(WORDS))
    it(`“${word}” is only said where it is meant`, () => {
      expect(texts.filter(([key, form]) => pattern.test(form) && !keys.test(key))).to.deep.equal([])
    })

  it('have no others for the same', () => {
    expect(texts.filter(([, form]) => OTHERS.test(form))).to.deep.equal([])
  })

  it('are told apart in Thai, too', () => {
    const all = { ...th, ...thActions, ...thList, ...thReports, ...thRichText, ...thSystem, ...thWriting }
    const having = (pattern: RegExp) =>
      Object.entries(all)
        .filter(([, text]) => formsOf(text as Text).some((form) => pattern.test(form)))
        .map(([key]) => key)
    expect(
      having(/กู้คืน/).filter((key) => !/restore/.test(key)),
      'only versions are restored',
    ).to.deep.equal([])
    expect(having(/ยกเลิกการเผยแพร่/), 'one word for unpublishing').to.deep.equal([])
    expect(
      having(/^ลบ/).filter((key) => /remove|^text\.table/.test(key)),
      'what is removed is not deleted',
    ).to.deep.equal([])
  })
})
