/** The time check inside statements of `better-sqlite3`: nothing outside can stop them. */

/** The SQL function that stops a statement whose time is up. */
export const IN_TIME = 'galley_in_time'

/** Asks for every 61st row only: a call costs more than most rows do. A prime, so that ids in steps are met as well. */
export const timeCheck = (id: string): string => `(${id} % 61 <> 0 or ${IN_TIME}())`
