/** What goes on once the connection is back. Tested by test/admin-components/uploads.test.ts. */
import type { ReactiveControllerHost } from 'lit'

/** Calls it whenever the connection comes back while the element is in the page. */
export function onReconnect(host: ReactiveControllerHost, run: () => void): void {
  host.addController({
    hostConnected: () => window.addEventListener('online', run),
    hostDisconnected: () => window.removeEventListener('online', run),
  })
}

/** Loads pictures again that failed, below any of these, once the connection is back. */
export function mendPictures(...places: EventTarget[]): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return
    window.addEventListener(
      'online',
      () => {
        if (target.isConnected) target.src = target.getAttribute('src') ?? ''
      },
      { once: true },
    )
  }
  for (const place of places) place.addEventListener('error', note, true)
}
