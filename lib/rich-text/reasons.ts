/** Why a part of a text is refused, and how to say it. The table of all reasons in `schema/reasons.ts` contains these. Tested by test/schema/reasons.test.ts. */

export const TEXT_REASONS = {
  required: () => 'is required',
  'not-in-text': ({ type }: { type: string }) => `this text may not contain '${type}'`,
  'unknown-in-text': ({ type, part }: { type: string; part: 'node' | 'mark' }) => `'${type}' is not a ${part} that galley knows`,
  'heading-level': ({ levels }: { levels: readonly number[] }) => `must be one of: ${levels.join(', ')}`,
  'unsafe-url': ({ protocols }: { protocols: readonly string[] }) =>
    `must be a URL without a protocol, or with one of: ${protocols.join(', ')}`,
} as const
