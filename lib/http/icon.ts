/** The icon of our pages: a galley, the tray that holds set type. Its colours have enough contrast on light and dark tabs. */

/** Drawn on whole pixels of a 16 px grid, so that it stays sharp at that size. */
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3b6fea"/><path d="M2 2h2v10h8V2h2v12H2zM6 3h4v2H6zM6 6h4v2H6zM6 9h3v2H6z" fill="#fff"/></svg>'

/**
 * Goes into the `<head>`; the page's policy must allow `img-src data:`. It is not a file, because browsers resolve a relative URL
 * again whenever the admin changes its own, and the page does not know where it is mounted.
 */
export const ICON_LINK = `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(DRAWING).toString('base64')}">`
