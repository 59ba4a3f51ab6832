/** The sentence of a version in the history, by what its save did. Tested by test/admin-components/version-event.test.ts. */

interface Saved {
  status?: string | null
  /** Versions from before galley noted this lack it. */
  action?: string
  planned?: true
}

export function eventOf({ status, action, planned }: Saved) {
  const isDraft = status === 'draft'
  if (planned) return isDraft ? 'versions.planned.unpublished' : 'versions.planned.published'
  if (action === 'restore') return 'versions.restoredBy'
  if (status === undefined || status === null) return 'versions.saved'
  if (action === 'unpublish') return 'versions.unpublished'
  if (isDraft) return 'versions.drafted'
  return action === 'update' ? 'versions.changed' : 'versions.published'
}
