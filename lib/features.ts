/** The list of features. Adding one adds it here, and no other file of `lib` changes. */
import type { Feature } from './feature.ts'
import { admin } from './features/admin/index.ts'
import { apiKeys } from './features/api-keys/index.ts'
import { audit } from './features/audit/index.ts'
import { backups } from './features/backups/index.ts'
import { copies } from './features/copies/index.ts'
import { deliveries } from './features/deliveries/index.ts'
import { drafts } from './features/drafts/index.ts'
import { email } from './features/email/index.ts'
import { endpoints } from './features/endpoints/index.ts'
import { folders } from './features/folders/index.ts'
import { idempotency } from './features/idempotency/index.ts'
import { jobs } from './features/jobs/index.ts'
import { localization } from './features/localization/index.ts'
import { media } from './features/media/index.ts'
import { members } from './features/members/index.ts'
import { apiDescription } from './features/openapi/index.ts'
import { order } from './features/order/index.ts'
import { ownership } from './features/ownership/index.ts'
import { passwordLinks } from './features/password-links/index.ts'
import { presence } from './features/presence/index.ts'
import { preview } from './features/preview/index.ts'
import { references } from './features/references/index.ts'
import { roles } from './features/roles/index.ts'
import { savedViews } from './features/saved-views/index.ts'
import { schedule } from './features/schedule/index.ts'
import { sessions } from './features/sessions/index.ts'
import { sso } from './features/sso/index.ts'
import { statistics } from './features/statistics/index.ts'
import { status } from './features/status/index.ts'
import { transfer } from './features/transfer/index.ts'
import { trash } from './features/trash/index.ts'
import { unindexedLists } from './features/unindexed-lists/index.ts'
import { users } from './features/users/index.ts'
import { versions } from './features/versions/index.ts'
import { webhooks } from './features/webhooks/index.ts'

export const features: readonly Feature[] = [
  // First, because a read with a preview token has the token's rights, whatever session or key it comes with.
  preview,
  users,
  apiKeys,
  sessions,
  passwordLinks,
  members,
  sso,
  roles,
  email,
  folders,
  media,
  ownership,
  localization,
  drafts,
  versions,
  copies,
  schedule,
  trash,
  order,
  references,
  idempotency,
  endpoints,
  apiDescription,
  webhooks,
  audit,
  deliveries,
  backups,
  status,
  statistics,
  unindexedLists,
  jobs,
  presence,
  savedViews,
  transfer,
  admin,
]
