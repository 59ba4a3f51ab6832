/** Permissions for actions that are not about a document: for host code, admins, and users whose role opens a view. Tested by test/local/handles.test.ts. */
import { type Actor, accountOf, type Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { denied } from '../errors.ts'

/** Whether this is the system's own handle. A preview link also acts as the system, but for the holder of the link. */
const isHost = ({ kind, pass }: Actor): boolean => kind === 'system' && pass === undefined

export const isAdminActor = ({ user, key }: Actor): boolean => user?.role === 'admin' && !key

/** Admins, and users whose role opens a view of the admin, such as `audit`. Never an API key. */
export async function opensView(engine: Engine, caller: Caller, view: string): Promise<boolean> {
  const { user, key, member } = caller.actor
  if (isAdminActor(caller.actor)) return true
  return user !== null && !key && !member && (await engine.features.opens(view, caller))
}

export function onlyHost({ actor }: Caller): void {
  if (!isHost(actor)) throw denied(actor)
}

export function hostOrAdmin({ actor }: Caller): void {
  if (!isHost(actor) && !isAdminActor(actor)) throw denied(actor)
}

export async function hostOrViewer(engine: Engine, caller: Caller, view: string): Promise<void> {
  if (!isHost(caller.actor) && !(await opensView(engine, caller, view))) throw denied(caller.actor)
}

/** For actions of users on their own account. */
export function hostOrAdminOrSelf({ actor }: Caller, id: number): void {
  const isSelf = accountOf(actor.user) === id && !actor.key
  if (!isHost(actor) && !isAdminActor(actor) && !isSelf) throw denied(actor)
}
