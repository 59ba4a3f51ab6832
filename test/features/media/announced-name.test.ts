/** The name that a server gives a file that is fetched from it. */
import { expect } from 'chai'
import { announcedName } from '../../../lib/features/media/remote.ts'

const NAMES: [header: string | undefined, name: string | undefined][] = [
  [`inline; filename*=UTF-8''r%C3%A9sum%C3%A9.png`, 'résumé.png'],
  [`attachment; filename="old.png"; filename*=utf-8'th'%E0%B8%81.png`, 'ก.png'],
  [`attachment; filename*=UTF-8''%ff; filename=plain.png`, 'plain.png'],
  [`attachment; filename="a \\"quoted\\"; name.png"`, 'a "quoted"; name.png'],
  ['attachment; FILENAME = b.png ; size=3', 'b.png'],
  [`attachment; filename*=iso-8859-1''%A3.png`, undefined],
  ['attachment', undefined],
  ['attachment; filename=""', undefined],
  [undefined, undefined],
]

describe('features/media: the name of a fetched file', () => {
  for (const [header, name] of NAMES) it(`of ${header} is ${name}`, () => expect(announcedName(header)).to.equal(name))
})
