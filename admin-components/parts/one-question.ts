/** Asks one question at a time: before some, the server has to answer, and a second press in the meantime would ask twice.
 * Tested by test/admin-components/unknown-uses.test.ts.
 */
const askedFor = new WeakSet<object>()

/** Undefined where the same place asks already. */
export async function oneQuestion<Answer>(place: object, question: () => Promise<Answer>): Promise<Answer | undefined> {
  if (askedFor.has(place)) return undefined
  askedFor.add(place)
  try {
    return await question()
  } finally {
    askedFor.delete(place)
  }
}
