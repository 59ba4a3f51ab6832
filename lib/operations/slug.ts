/** Turns text into a URL slug, in any script: letters, marks and digits stay, everything else becomes a dash. Tested by test/features/slugs.test.ts. */

const MAX = 80
/** A slug never needs more of the text, which may be as long as a request body. */
const LOOKED_AT = 10_000

/** Nothing about such a text would change. */
const PLAIN = /^[a-z\d]+(?:-[a-z\d]+)*$/

export function slugify(text: string): string {
  if (text.length <= MAX && PLAIN.test(text)) return text
  const slug = text
    .slice(0, LOOKED_AT)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, MAX).join('').replace(/-$/, '')
}
