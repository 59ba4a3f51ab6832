/** The menu of the signed-in user: their account, the look and language of the admin, and signing out. Tested by test/admin-components/keyboard.test.ts. */
import { THEMES } from '../app/app.ts'
import type { CmsElement } from '../element.ts'
import { loadFor } from '../parts/later.ts'
import type { CmsMenu } from '../parts/menu.ts'

export function ownItems(host: CmsElement): CmsMenu['items'] {
  const { app } = host
  return [
    { label: host.t('account'), icon: 'user', run: () => void app.router.go('account') },
    ...(app.known.site.url
      ? [{ label: host.t('site'), icon: 'external-link', run: () => void window.open(app.known.site.url, '_blank', 'noopener') }]
      : []),
    { label: host.t('shortcuts'), icon: 'info', run: () => void openShortcuts(host) },
    'line',
    ...THEMES.map((theme) => ({
      label: host.t(`theme.${theme}`),
      icon: { light: 'sun', dark: 'moon', system: 'monitor' }[theme],
      isOn: app.theme === theme,
      run: () => app.see(theme),
    })),
    'line',
    ...app.languages.map(({ code, name }) => ({
      label: name,
      lang: code,
      icon: 'languages',
      isOn: app.language === code,
      run: () => void app.speak(code),
    })),
    'line',
    { label: host.t('signOut'), icon: 'log-out', run: () => void app.signOut() },
  ]
}

export async function openShortcuts(host: CmsElement): Promise<void> {
  await (await loadFor(host, () => import('./shortcuts.ts')))?.showShortcuts(host)
}
