/** Saves rows as a CSV file that spreadsheets open without evaluating formulas. */

export function saveAsCsv(name: string, lines: readonly (readonly unknown[])[]): void {
  const text = lines.map((line) => line.map((value) => quoted(plain(value))).join(',')).join('\r\n')
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` }).click()
  URL.revokeObjectURL(address)
}

function plain(value: any): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plain).join('; ')
  return typeof value === 'object' ? String(value.title ?? value.name ?? value.id ?? JSON.stringify(value)) : String(value)
}

/** Puts an apostrophe before text that a spreadsheet would evaluate as a formula. */
const quoted = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
