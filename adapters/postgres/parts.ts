/** Indexes of parts of texts, by the extension `pg_trgm`, which also answers regular expressions. Tested by test/store/parts.test.ts. */
import type { PartsIndexing } from '../../lib/store/contract.ts'

/** Shorter texts have no trigram. */
const SHORTEST = 3

/** Two processes that create an extension at once would clash. */
const EXTENSION = `do $body$ begin if not exists (select 1 from pg_extension where extname = 'pg_trgm') then perform pg_advisory_xact_lock(hashtext('galley:pg_trgm')); create extension if not exists pg_trgm; end if; end $body$`

const OBSTACLE = `select case
  when exists (select 1 from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then null
  when exists (select 1 from pg_extension where extname = 'pg_trgm') then 'the extension pg_trgm is in a schema that is not in the search_path of this role'
  when not exists (select 1 from pg_available_extensions where name = 'pg_trgm') then 'this server does not have the extension pg_trgm'
  when has_database_privilege(current_database(), 'create') and exists (select 1 from pg_available_extension_versions where name = 'pg_trgm' and (trusted or not superuser)) then null
  when (select rolsuper from pg_roles where rolname = current_user) then null
  else 'this role may not create the extension pg_trgm: let an administrator run "create extension pg_trgm" in this database' end as "obstacle"`

export function partsIndexing(
  table: (name: string) => string,
  bare: (name: string) => string,
  containing: (text: string) => string,
): PartsIndexing {
  return {
    obstacle: OBSTACLE,
    // A list of what is not yet in the index would be read by every query.
    create: ({ name, table: of, text }, concurrently) => [
      EXTENSION,
      `create index ${concurrently ? 'concurrently ' : ''}if not exists "${bare(name)}" on ${table(of)} using gin ((${text('')}) gin_trgm_ops) with (fastupdate = off)`,
    ],
    drop: () => [],
    condition: (_index, text) => `${text} ~ ?`,
    containing: (text) => ([...text].length < SHORTEST ? undefined : containing(text)),
    isExact: true,
  }
}
