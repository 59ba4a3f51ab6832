/** Options of the admin that clash, or that name content types that don't exist. Tested by test/config-check.test.ts. */
import type { Model } from '../../../schema/model.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import { OUR_COOKIES } from '../../http/session-cookies.ts'
import type { Settings } from '../../settings.ts'
import { takenTwice } from '../../taken-twice.ts'

export function confusions({ admin }: Settings): string[] {
  const { pages = [], nav = [], switcher } = admin
  const groups = nav.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)])
  const options = Array.isArray(switcher?.options) ? switcher.options.map(({ value }) => value) : []
  return [
    ...takenTwice(
      'admin.pages',
      pages.map(({ path }) => path),
    ),
    ...takenTwice('admin.nav', groups),
    ...takenTwice('admin.switcher.options', options),
    ...(switcher && OUR_COOKIES.includes(switcher.cookie)
      ? [`admin.switcher.cookie: '${switcher.cookie}' is a cookie of the sessions; choose another name`]
      : []),
  ]
}

export function unknownInMenu(model: Model, { admin }: Settings): string[] {
  const slugs = [...model.entities.values()].filter(({ internal }) => !internal).map(({ slug }) => slug)
  return [
    ...takenTwice('admin.menu', admin.menu ?? []),
    ...(admin.menu ?? [])
      .filter((slug) => !slugs.includes(slug))
      .map((slug) => `admin.menu: the collection or global '${slug}' doesn't exist. ${didYouMean(slug, slugs)}`.replace(/\. $/, '')),
  ]
}
