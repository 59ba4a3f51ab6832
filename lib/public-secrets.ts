/** The secrets in galley's own documentation and examples. Anyone can read them, so in production they are useless.
 * Tested by test/public-secrets.test.ts.
 */

const PUBLIC_SECRETS: readonly string[] = [
  'a-secret-of-at-least-thirty-two-characters',
  'change-me-to-32-characters-or-more',
  'only-for-this-example-never-in-production',
]

export const NEW_SECRET = 'openssl rand -base64 48'

export const isPublicSecret = (secret: unknown): boolean => PUBLIC_SECRETS.some((one) => one === secret)

export const wrongSecret = ({ secret, production }: { secret?: unknown; production?: boolean }): string[] =>
  production === true && isPublicSecret(secret)
    ? [
        "secret: is one from galley's documentation, so anyone can know it. In production, use a secret of your own: set the environment variable " +
          `that your configuration reads, such as CMS_SECRET, to what this prints: ${NEW_SECRET}`,
      ]
    : []
