/** How thorough tests are that repeat themselves or draw at random: a sample in `npm test`, everything in `npm run test:long`. */
export const isThorough = process.env['TEST_DEPTH'] === 'thorough'

export function inDepth(sample: number, thorough: number): number {
  return isThorough ? thorough : sample
}

/** One of several that should make no difference, always the same for the same suite; all of them in `npm run test:long`. */
export function drawn<T>(all: readonly T[], suite: string): readonly T[] {
  return isThorough ? all : [oneOf(all, suite)]
}

/** One in so many of several that each find something else, the first among them; all of them in `npm run test:long`. */
export const oneIn = <T>(count: number, all: readonly T[]): readonly T[] => all.filter((_, at) => isThorough || at % count === 0)

/** The same in two parts, each with the end of its title: one in so many, and the others, which are `@long`. */
export const quickAndLong = <T>(count: number, all: readonly T[]): readonly (readonly [end: string, cases: readonly T[]])[] => [
  ['', all.filter((_, at) => at % count === 0)],
  [' @long', all.filter((_, at) => at % count !== 0)],
]

/** Whether a case is drawn here, where the same cases could run in several places. */
export const isDrawn = <T>(here: T, places: readonly T[], title: string): boolean => drawn(places, title).includes(here)

/** The end of a case's title: `@long`, unless it is drawn. For cases that should make no difference and take long. */
export const longUnlessDrawn = <T>(here: T, places: readonly T[], suite: string): string => (oneOf(places, suite) === here ? '' : ' @long')

/** `it`, for a case that should make no difference between several places and takes long: all but the drawn one are `@long`. */
export const itPlaced =
  <T>(here: T, places: readonly T[]) =>
  (title: string, work: Mocha.AsyncFunc): void => {
    it(title + longUnlessDrawn(here, places, title), work)
  }

/** `it`, for a case that could run in each of several places: it runs in the one that is drawn. */
export const itIn =
  <T>(here: T, places: readonly T[]) =>
  (title: string, work: Mocha.AsyncFunc): void => {
    if (isDrawn(here, places, title.replaceAll(String(here), ''))) it(title, work)
  }

/** What random draws begin with: TEST_SEED makes those of another run again. In a thorough run they are others every time. */
export function seedOr(usual: number): number {
  return Number(process.env['TEST_SEED'] ?? usual)
}

function oneOf<T>(all: readonly T[], suite: string): T {
  let sum = 0
  for (const letter of suite) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return all[sum % all.length]!
}
