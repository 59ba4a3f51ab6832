/** Distinguishes edits that another open tab shows from those of an earlier visit. Tabs ask each other by the key of the stored edits.
 * Tested by test/admin-components/two-tabs.test.ts.
 */
interface Word {
  asks?: string
  has?: string
}

/** The unsaved edits of this tab, by their key. */
interface Holder {
  readonly key: string
  readonly isHeld: boolean
  /** Another tab shows the edits under this key. */
  onMessage(key: string): void
  /** Another tab has saved them. */
  settled(key: string): void
}

const holders = new Set<WeakRef<Holder>>()
let channel: BroadcastChannel | undefined
/** A page can hear others for a moment after it was left. */
let isLeft = false

export function join(holder: Holder): void {
  holders.add(new WeakRef(holder))
  if (channel) return
  channel = Object.assign(new BroadcastChannel('galley:edits'), { onmessage: ({ data }: MessageEvent<Word>) => hear(data) })
  window.addEventListener('pagehide', () => (isLeft = true))
  window.addEventListener('pageshow', () => (isLeft = false))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && newValue === null) for (const holder of present()) holder.settled(key)
  })
}

export const ask = (key: string): void => channel?.postMessage({ asks: key })

function hear({ asks, has }: Word): void {
  for (const holder of present()) {
    if (holder.key === asks && holder.isHeld && !isLeft) channel?.postMessage({ has: asks })
    else if (has !== undefined) holder.onMessage(has)
  }
}

function* present(): Generator<Holder> {
  for (const ref of holders) {
    const holder = ref.deref()
    if (holder) yield holder
    else holders.delete(ref)
  }
}
