/** Names that must differ, such as those of jobs, pages and image sizes. Tested by test/config-check.test.ts. */

/** Returns one line for each repeated name. `what`: the option that holds the list. Other checks report missing names. */
export const takenTwice = (what: string, names: readonly unknown[]): string[] =>
  [...new Set(names.filter((name, index) => typeof name === 'string' && names.indexOf(name) !== index))].map(
    (name) => `${what}: '${name}' is taken twice`,
  )
