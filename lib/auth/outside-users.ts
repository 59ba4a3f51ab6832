/** Users signed in by another system: the host's login, or `onRequest`. Each gets a distinct key, never that of one of our users. */
import type { OutsideUser, User } from '../actor.ts'
import type { Settings } from '../settings.ts'

const LONGEST_ID = 200

/** Whether a role exists that the configuration does not list, such as one that an admin added. */
export type KnowsRole = (role: string) => boolean | Promise<boolean>

export class OutsideUsers {
  readonly #settings: Settings
  readonly #knows: readonly KnowsRole[]
  readonly #refused = new Set<string>()

  constructor(settings: Settings, knows: readonly KnowsRole[]) {
    this.#settings = settings
    this.#knows = knows
  }

  /** Returns the user with a prefixed id, or null if the id is unusable or the role does not exist. */
  async admit(given: User): Promise<OutsideUser | null> {
    const id = textOf(given.id)
    if (id === undefined) {
      this.#refuse('id', "a user from outside has no usable 'id' and is treated as a visitor: give a text or a number that stays the same")
      return null
    }
    return (await this.hasKnownRole(given)) ? { ...given, id: `host:${id}` } : null
  }

  /** Whether the configuration or an admin has declared the role. A refusal is logged once per role. */
  async hasKnownRole({ role }: User): Promise<boolean> {
    const { roles } = this.#settings.auth
    if (roles.includes(role)) return true
    if (typeof role === 'string') for (const knows of this.#knows) if (await knows(role)) return true
    const named =
      typeof role === 'string' ? `the unknown role '${role}'` : (role ?? null) === null ? "no 'role'" : "a 'role' that is not a text"
    this.#refuse(
      `role ${named}`,
      `a user from outside has ${named} and is treated as a visitor: map it to one of ${roles.join(', ')}, or add it to auth.roles`,
    )
    return false
  }

  /** For our own users, whose role was removed from the configuration. */
  noteRoleOf({ id, role }: User): void {
    const { roles } = this.#settings.auth
    this.#refuse(
      `own role ${role}`,
      `user ${id} has the unknown role '${role}' and is treated as a visitor: give them one of ${roles.join(', ')}, or add it to auth.roles`,
    )
  }

  #refuse(what: string, line: string): void {
    if (this.#refused.has(what) || this.#refused.size > 100) return
    this.#refused.add(what)
    this.#settings.log.warn(line)
  }
}

/** Database ids are text, whole numbers or objects such as an ObjectId. Anything else could look the same for two people. */
function textOf(id: unknown): string | undefined {
  const text = typeof id === 'object' && id !== null ? textOfObject(id) : isPlainId(id) ? String(id) : undefined
  if (text === undefined || text === '' || text.length > LONGEST_ID || !text.isWellFormed()) return undefined
  return /[\u0000-\u001f]|^\[object/.test(text) ? undefined : text
}

const isPlainId = (id: unknown) => typeof id === 'string' || typeof id === 'bigint' || Number.isSafeInteger(id)

/** `toString` of an object may be missing, throw or return something else; `String` would throw, or return the text 'undefined'. */
function textOfObject(id: object): string | undefined {
  try {
    if (HIDING.some((kind) => id instanceof kind) || Array.isArray(id) || ArrayBuffer.isView(id)) return undefined
    const text: unknown = id.toString()
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

/** Their text hides differences: a date's milliseconds, the shape of bytes or a list. A boxed number may be NaN. */
const HIDING = [Date, Error, Number, Boolean]
