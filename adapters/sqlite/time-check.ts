/** The time check inside statements of drivers that run them on their own thread, which cannot be stopped from outside. Tested by test/query/too-slow.test.ts. */

/** The SQL function that stops a statement whose time has run out. */
export const IN_TIME = 'galley_in_time'

/** Checks only every 61st row, because a call costs more than most rows do. 61 is prime, so ids in regular steps are hit too. */
export const timeCheck = (id: string): string => `(${id} % 61 <> 0 or ${IN_TIME}())`
