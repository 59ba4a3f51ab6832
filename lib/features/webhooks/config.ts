/** The configuration of webhooks. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { EventName } from '../../events/events.ts'
import { closed, listOf, text, texts } from '../../option-schemas.ts'

declare module '../../options.ts' {
  interface Options {
    /** Webhooks that are notified of changes. @default [] */
    webhooks?: readonly WebhookConfig[]
  }
}

declare module '../../settings.ts' {
  interface Settings {
    webhooks: readonly WebhookConfig[]
  }
}

/** A receiver of changes, and which ones it gets. */
export interface WebhookConfig {
  /** The address that requests are sent to. */
  url: string
  /** `create`, `update`, `delete`, `publish`, `unpublish`, `draft`, and custom names. @default all but the custom ones */
  events?: readonly (EventName | `${string}.${string}`)[]
  /** Slugs of collections; `[]` means none. @default all */
  collections?: readonly string[]
  /** Slugs of globals; `[]` means none. @default all */
  globals?: readonly string[]
  /** Signs each request. */
  secret?: string
  /** Extra request headers. @default {} */
  headers?: Record<string, string>
}

const headerName: JsonSchema = { pattern: "^[\\w!#$%&'*+.^`|~-]+$", description: "the name of a header, such as 'X-Site'" }

export const webhooksConfig: Record<string, JsonSchema> = {
  webhooks: {
    ...listOf(
      closed(
        {
          url: { type: 'string', pattern: '^https?://', description: "a URL such as 'https://example.org/hook'" },
          events: texts,
          collections: texts,
          globals: texts,
          secret: text,
          headers: { type: 'object', propertyNames: headerName, additionalProperties: { type: 'string', pattern: '^[^\\r\\n]*$' } },
        },
        ['url'],
      ),
    ),
    default: [],
  },
}
