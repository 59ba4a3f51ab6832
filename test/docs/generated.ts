/** A page with its generated parts filled in. */
import { tables } from './tables.ts'

export function filled(page: string): string {
  return page.replace(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g, (_, begin: string, name: string, end: string) => {
    const table = tables[name]
    if (!table) throw new Error(`there is no generated part '${name}'`)
    return `${begin}${table()}\n${end}`
  })
}
