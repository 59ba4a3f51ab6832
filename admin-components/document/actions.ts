/** The actions available for a document, depending on its state, its options and the user's rights. Tested by test/admin-components/duplicate.test.ts. */

import { localeName } from '../app/locale-name.ts'
import { confirm } from '../parts/dialog.ts'
import { loadFor } from '../parts/later.ts'
import { humanized } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import { publishHint } from './every-language.ts'
import type { Form } from './form.ts'
import { translatedFrom } from './translated.ts'
import type { Values } from './values.ts'

export interface Act {
  label: string
  icon?: string
  isMain?: boolean
  /** Set on a button that switches something on and off. */
  isOn?: boolean
  isSave?: boolean
  /** Says what a button does now, for people who point at it. */
  hint?: string
  /** Explains an entry of a menu whose name resembles another. */
  about?: string
  isDangerous?: boolean
  isOff?: boolean
  run(): unknown
}

export interface Acts {
  main: Act[]
  others: (Act | 'line')[]
}

export function actionsOf(host: DocumentHost, form: Form): Acts {
  const { entity } = form
  if (form.phase === 'deleted') return { main: [], others: [] }
  const saves = form.isLocked ? [] : entity.drafts ? draftActs(host, form) : [plainSave(host, form)]
  const main = entity.preview ? [preview(host), ...saves] : saves
  const others: (Act | 'line')[] = form.phase === 'loading' || form.isNew ? [] : moreActs(host, form)
  return { main, others }
}

function plainSave(host: DocumentHost, form: Form): Act {
  const what = host.app.label(form.entity.labels.singular, humanized(form.entity.slug))
  return {
    label: form.isNew ? host.t('create', { what }) : host.t('save'),
    isMain: true,
    isSave: true,
    isOff: !form.isNew && !form.isDirty,
    run: () => host.save(),
  }
}

function draftActs(host: DocumentHost, form: Form): Act[] {
  const { may } = form
  const isLiveNow = form.doc['status'] === 'published'
  const save: Act = {
    label: host.t('saveDraft'),
    isSave: true,
    isMain: !may.publish,
    isOff: !form.isNew && !form.isRevertible,
    ...(!form.isNew && !form.isDirty && form.isRevertible && { hint: host.t('saveDraft.again') }),
    run: () => host.save({ status: 'draft' }),
  }
  const hint = publishHint(host, form)
  const publish: Act = {
    ...(hint !== undefined && { hint }),
    label: host.t(form.isLive ? 'publishChanges' : 'publish'),
    isMain: true,
    isOff: isLiveNow && !form.isDirty,
    run: () => host.save({ status: 'published' }),
  }
  return may.publish ? [save, publish] : [save]
}

const preview = (host: DocumentHost): Act => ({
  label: host.t('preview'),
  icon: 'eye',
  isOn: host.isPreviewing,
  run: () => host.togglePreview(),
})

function moreActs(host: DocumentHost, form: Form): (Act | 'line')[] {
  const { entity, may } = form
  const { slug, kind } = entity
  const acts: (Act | 'line' | false)[] = [
    isTranslation(host, form) && {
      label: host.t('locale.copy', { locale: localeName(host.app, host.app.locales.default) }),
      icon: 'copy',
      run: () => copyFromDefault(host, form),
    },
    entity.preview &&
      (form.isLive || !entity.drafts) && { label: host.t('page.view'), icon: 'external-link', run: () => viewPage(host, form) },
    form.isRevertible && { label: host.t('revert'), about: host.t('revert.about'), icon: 'rotate-ccw', run: () => form.revert() },
    entity.versions &&
      may.update && {
        label: host.t('versions'),
        icon: 'history',
        run: async () => (await loadFor(host, () => import('./versions.ts')))?.showVersions(host, form),
      },
    entity.schedule &&
      may.publish && {
        label: host.t('schedule'),
        icon: 'clock',
        run: async () => {
          const now = await (await loadFor(host, () => import('./schedule.ts')))?.schedule(host, form)
          if (now === 'publish') await host.save({ status: 'published' })
          if (now === 'unpublish') await unpublish(host, form)
        },
      },
    entity.drafts && form.isLive && may.publish && { label: host.t('unpublish'), icon: 'eye-off', run: () => unpublish(host, form) },
    form.isPending &&
      may.update && { label: host.t('discard'), about: host.t('discard.about'), icon: 'undo-2', run: () => discard(host, form) },
    kind === 'collection' &&
      may.create &&
      slug !== 'users' && {
        label: host.t('duplicate'),
        icon: 'copy',
        run: async () => (await loadFor(host, () => import('./duplicate.ts')))?.duplicate(host, form),
      },
    slug === 'users' && host.app.user?.role === 'admin' && { label: host.t('users.link'), icon: 'mail', run: () => sendLink(host, form) },
    ...(kind === 'collection' && may.delete
      ? ['line' as const, { label: host.t('delete'), icon: 'trash-2', isDangerous: true, run: () => remove(host, form) }]
      : []),
  ]
  const known = acts.filter((act): act is Act | 'line' => act !== false)
  return known[0] === 'line' ? known.slice(1) : known
}

async function remove(host: DocumentHost, form: Form): Promise<void> {
  await (await loadFor(host, () => import('./removal.ts')))?.deleteAfterAsking(host, form)
}

async function viewPage(host: DocumentHost, form: Form): Promise<void> {
  await (await loadFor(host, () => import('./public-page.ts')))?.openPublicPage(host, form)
}

/** Unsaved edits are unaffected and stay in the form. */
async function unpublish(host: DocumentHost, form: Form): Promise<void> {
  await form.settle()
  await changed(host, 'unpublished', () => form.change(() => step(host, form, 'unpublish'), { typed: 'stays' }))
}

async function discard(host: DocumentHost, form: Form): Promise<void> {
  const text = [host.t('discard.text'), ...(form.entity.versions ? [host.t('discard.kept')] : [])].join(' ')
  if (!(await confirm(host, { title: host.t('discard.title'), text, yes: host.t('discard'), isDangerous: true }))) return
  // Save first, so that the history keeps the last edits.
  await form.settle()
  await changed(host, 'discarded', async () => {
    await form.change(() => step(host, form, 'discard-draft'), { typed: 'goes' })
    form.edits?.discardEarlier()
  })
}

const step = ({ app }: DocumentHost, { path, locale }: Form, name: 'unpublish' | 'discard-draft'): Promise<unknown> =>
  app.client.post(`${path}/${name}`, {}, locale === undefined ? {} : { locale })

async function changed({ app }: DocumentHost, message: 'unpublished' | 'discarded', work: () => Promise<void>): Promise<void> {
  try {
    await work()
    app.say(app.t(message))
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}

const isTranslation = ({ app }: DocumentHost, { locale, isLocked }: Form): boolean =>
  !isLocked && locale !== undefined && locale !== app.locales.default

/** Fills untranslated fields from the default language. */
async function copyFromDefault(host: DocumentHost, form: Form): Promise<void> {
  try {
    const from = await host.app.client.get<Values>(form.path, {
      depth: 0,
      locale: host.app.locales.default,
      ...(form.entity.drafts && { draft: true }),
    })
    const translated = translatedFrom(form.entity.fields, form.values, from)
    const filled = form.entity.fields.filter(({ name }) => translated[name] !== form.values[name])
    for (const { name } of filled) form.set(name, translated[name])
    const { app } = host
    app.say(
      app.t(filled.length > 0 ? 'locale.copied' : 'locale.copiedNone', {
        count: filled.length,
        locale: localeName(app, app.locales.default),
      }),
    )
  } catch (error) {
    host.app.say(host.app.explain(error), 'bad')
  }
}

async function sendLink(host: DocumentHost, form: Form): Promise<void> {
  try {
    const { sent } = await host.app.client.post<{ sent: 'invite' | 'reset' }>(`/users/${form.id}/password-link`)
    const { mailedText } = await import('./mailed-links.ts')
    host.app.say(mailedText(host, sent, String(form.doc['email'])))
  } catch (error) {
    host.app.say(host.app.explain(error), 'bad')
  }
}
