/** Names that must differ, such as those of jobs, pages and image sizes. Tested by test/config-check.test.ts. */

/** One line for each name that stands in the list more than once. `what`: the option that holds the list. */
export const takenTwice = (what: string, names: readonly string[]): string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => `${what}: '${name}' is taken twice`)
