/** Text → the part of an address, in any script: letters, marks and digits stay, everything else becomes a dash. */

const MAX = 80

export function slugify(text: string): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [...slug].slice(0, MAX).join('').replace(/-+$/, '')
}
