/** Work that would stop halfway with the page. Tested by test/admin-components/bulk-progress.test.ts. */

/** The browser asks before the page is closed or loaded again until the work is done. */
export async function stayWhile<T>(work: () => Promise<T>): Promise<T> {
  const askBeforeLeaving = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', askBeforeLeaving)
  try {
    return await work()
  } finally {
    window.removeEventListener('beforeunload', askBeforeLeaving)
  }
}
