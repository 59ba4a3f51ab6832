/** How thorough tests are that repeat themselves or draw at random: a sample in `npm test`, everything in `npm run test:long`. */
const isThorough = process.env['TEST_DEPTH'] === 'thorough'

export function inDepth(sample: number, thorough: number): number {
  return isThorough ? thorough : sample
}

/** What random draws begin with: TEST_SEED makes those of another run again. In a thorough run they are others every time. */
export function seedOr(usual: number): number {
  return Number(process.env['TEST_SEED'] ?? usual)
}
