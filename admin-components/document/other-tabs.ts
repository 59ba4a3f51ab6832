/** Tells edits that another tab of this browser still shows from those of an earlier visit. Tabs ask each other by the key that the edits are kept under. */
interface Word {
  asks?: string
  has?: string
}

/** What a tab shows and has not saved, by key. */
interface Holder {
  readonly key: string
  readonly isHeld: boolean
  /** Another tab shows the same. */
  heard(): void
  /** Another tab has saved it. */
  settled(): void
}

const holders = new Set<WeakRef<Holder>>()
let channel: BroadcastChannel | undefined

export function join(holder: Holder): void {
  holders.add(new WeakRef(holder))
  if (channel) return
  channel = Object.assign(new BroadcastChannel('galley:edits'), { onmessage: ({ data }: MessageEvent<Word>) => hear(data) })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null) for (const holder of present()) if (holder.key === key) holder.settled()
  })
}

export const ask = (key: string): void => channel?.postMessage({ asks: key })

function hear({ asks, has }: Word): void {
  for (const holder of present()) {
    if (holder.key === asks && holder.isHeld) channel?.postMessage({ has: asks })
    else if (holder.key === has) holder.heard()
  }
}

function* present(): Generator<Holder> {
  for (const ref of holders) {
    const holder = ref.deref()
    if (holder) yield holder
    else holders.delete(ref)
  }
}
