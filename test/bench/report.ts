/** What a run prints: tables for docs/performance.md, and at their end the goals, met or missed. */

/** What a case should cost, and what it did. */
export interface Goal {
  says: string
  database: string
  /** `≥ 90 %`, and `81 %` with whether that is enough. */
  wanted: string
  found: string
  isMet: boolean
}

export class Report {
  readonly lines: string[] = []
  readonly #goals: Goal[] = []

  say(line: string): void {
    this.lines.push(line)
    console.log(line)
  }

  paragraph(text: string): void {
    this.say(`\n${text}\n`)
  }

  /** A column that begins with `#` holds numbers. */
  head(...columns: string[]): void {
    this.row(...columns.map((name) => name.replace(/^#/, '')))
    this.row(...columns.map((name) => (name.startsWith('#') ? '---:' : '---')))
  }

  row(...cells: (string | number)[]): void {
    this.say(`| ${cells.join(' | ')} |`)
  }

  goal(goal: Goal): void {
    this.#goals.push(goal)
  }

  /** Several results for one goal and database, as those of two hosts, become a range. */
  goals(): void {
    if (this.#goals.length === 0) return
    this.paragraph('The goals:')
    this.head('Case', 'Database', 'Goal', 'Found', '')
    const byCase = new Map<string, Goal[]>()
    for (const goal of this.#goals) {
      const key = `${goal.says} ${goal.database}`
      byCase.set(key, [...(byCase.get(key) ?? []), goal])
    }
    for (const same of byCase.values()) {
      const { says, database, wanted } = same[0]!
      const found = [...new Set(same.map((one) => one.found))].join(', ')
      this.row(says, database, wanted, found, same.every(({ isMet }) => isMet) ? 'met' : 'missed')
    }
  }
}
