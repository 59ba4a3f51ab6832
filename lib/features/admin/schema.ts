/** `GET /admin/schema`: the content types, areas, menu and pages for the signed-in user, without anything they have no access to. */
import type { FieldSet } from '../../../schema/field-set.ts'
import { type Entity, everyField, type Field, isRichText, type RichTextField } from '../../../schema/model.ts'
import { deniedPaths, type IsDenied, mentions, withoutMentions } from '../../access/mentions.ts'
import { Caller, type User } from '../../actor.ts'
import { canMailLinks } from '../../auth/mailed-links.ts'
import type { Engine } from '../../engine.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins, onlyPeople } from '../../http/guards.ts'
import { textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Settings } from '../../settings.ts'
import { withoutGroups } from '../../storage/kinds.ts'
import { version } from '../../version.ts'
import { moduleNameOf } from './modules.ts'
import { siteOf } from './page.ts'

export async function describe({ engine, caller: asker, query }: ApiRequest): Promise<Answer> {
  if (!asker.actor.user) return json(200, JSON.stringify({ user: null }))
  const caller = inRole(asker, textIn(query, 'as'))
  const user = onlyPeople(caller)
  const { settings, model } = engine
  const shown = [...model.entities.values()].filter((entity) => !entity.internal)
  await engine.access.paths.prepare(shown, caller)
  const entities = await Promise.all(shown.map((entity) => entityFor(engine, caller, entity)))
  const visible = entities.filter(({ may }) => Object.values(may).some(Boolean))
  const order = settings.admin.menu ?? []
  const rank = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  const { auth, localization, upload, admin } = settings
  const body = {
    site: siteOf(settings),
    user: { id: user['id'], email: user['email'], name: user['name'] ?? null, role: user.role },
    version,
    ...(localization && { locales: { all: localization.locales, default: localization.defaultLocale } }),
    collections: visible.filter(({ kind }) => kind === 'collection').sort((a, b) => rank(a.slug) - rank(b.slug)),
    globals: visible.filter(({ kind }) => kind === 'global'),
    views: await viewsFor(engine, caller),
    ...(user.role === 'admin' && {
      mailsLinks: canMailLinks(settings),
      ...(settings.email?.prints && { printsMails: true }),
      roles: auth.roles.filter((role) => !auth.members?.roles.includes(role)),
    }),
    menu: order,
    nav: admin.nav ?? [],
    pages: await admitted(engine, caller, admin.pages ?? [], (page) => `page:${page.path}`),
    dashboard: await admitted(engine, caller, admin.dashboard ?? [], (widget) => `widget:${widget.component}`),
    commands: admin.commands ?? [],
    ...(admin.switcher && { switcher: { ...admin.switcher, options: await optionsOf(admin.switcher.options, user) } }),
    upload: {
      maxFileSize: upload.maxFileSize,
      accept: withoutGroups(upload.mimeTypes ?? []).join(','),
      folders: upload.folders === true,
      fromURL: upload.fromURL !== undefined,
      sizes: (upload.imageSizes ?? []).map(({ name }) => name),
    },
    modules: (admin.modules ?? []).map((_, index) => moduleNameOf(index)),
  }
  return json(200, JSON.stringify(body))
}

/** Admins may ask what the admin shows to another role. Documents are not part of the answer. */
export function inRole(caller: Caller, role: string | undefined): Caller {
  if (role === undefined) return caller
  onlyAdmins(caller)
  return new Caller({ ...caller.actor, user: { ...caller.signedInUser, role: role as User['role'] } }, caller.context, caller.source)
}

async function entityFor(engine: Engine, caller: Caller, entity: Entity) {
  const { options, kind, slug } = entity
  const may = await rightsOf(engine, caller, entity)
  const unwritable = (verb: 'create' | 'update') => engine.access.fields.unwritable(entity, verb, caller, { data: {} })
  const [created, updated] = await Promise.all([unwritable('create'), unwritable('update')])
  const { denied, ask } = engine.access.fields.mask(entity, caller)
  const hidden = [...everyField(entity.fields)].filter((field) => field.hidden && !field.writeOnly)
  const isDenied = deniedPaths([...denied, ...hidden])
  const fields = (list: readonly Field[]): object[] =>
    list
      .filter((field) => (!field.hidden || field.writeOnly) && !denied.has(field))
      .map((field) => ({ ...fieldFor(field, created, updated, isDenied, fields), ...(ask.has(field) && { varies: true }) }))
  return {
    slug,
    kind,
    labels: kind === 'global' ? { singular: options['label'] } : { singular: inWords(entity.title), ...options['labels'] },
    ...(entity.help !== undefined && { description: entity.help }),
    icon: options['icon'] ?? (kind === 'global' ? 'settings' : 'file-text'),
    ...(options['useAsTitle'] !== undefined && !isDenied(options['useAsTitle']) && { title: options['useAsTitle'] }),
    drafts: options['drafts'] === true,
    versions: Boolean(options['versions']),
    schedule: options['schedule'] === true,
    preview: entity.code.preview !== undefined,
    trash: Boolean(options['trash']),
    orderable: options['orderable'] === true,
    editIn: options['editIn'] ?? 'page',
    localized: entity.forms !== undefined,
    admin: withoutMentions(options['admin'] ?? {}, isDenied),
    may,
    fields: fields(entity.fields.filter(({ name }) => name !== 'status' || options['drafts'] !== true)),
  }
}

async function rightsOf({ access }: Engine, caller: Caller, entity: Entity) {
  const filterOf = async (verb: 'read' | 'update' | 'delete') => (await access.documents.filter(entity, verb, caller)).is
  const isCollection = entity.kind === 'collection'
  const [read, update, remove] = [await filterOf('read'), await filterOf('update'), isCollection ? await filterOf('delete') : 'none']
  const publish = (await access.documents.publishing(entity, caller)).is
  const dependsOnDocument = isCollection && [update, remove, publish].some((one) => one !== 'none' && one !== 'all')
  const create = isCollection && !(await access.documents.deniesOutright(entity, 'create', caller))
  return {
    read: read !== 'none',
    create,
    update: update !== 'none',
    delete: remove !== 'none',
    publish: publish !== 'none' && (create || update !== 'none'),
    ...(dependsOnDocument && { dependsOnDocument }),
    ...(isCollection && read === 'all' && { readsAll: true }),
  }
}

function fieldFor(
  field: Field,
  created: FieldSet,
  updated: FieldSet,
  isDenied: IsDenied,
  inside: (fields: readonly Field[]) => object[],
): object {
  const { name, path, type, custom, blocks, fields, defaultValue, condition } = field
  const { condition: _, ...presentation } = { ...custom?.admin, ...field.admin } as Record<string, unknown>
  const isNamed: IsDenied = (name) => isDenied(name) || isDenied(path.slice(0, path.lastIndexOf('.') + 1) + name)
  const locked = { create: created.has(field), update: updated.has(field) }
  return {
    name,
    path,
    type: custom?.name ?? type.name,
    ...(custom && { base: type.name }),
    ...Object.fromEntries(
      UNCHANGED.filter((word) => field[word] !== undefined && field[word] !== false).map((word) => [word, field[word]]),
    ),
    ...(field.mimeTypes && { mimeTypes: withoutGroups(field.mimeTypes) }),
    ...(field.help !== undefined && { description: field.help }),
    ...(field.from !== undefined && isNamed(field.from) && { from: undefined }),
    ...(defaultValue !== undefined && typeof defaultValue !== 'function' && { default: defaultValue }),
    ...(condition && !mentions(condition, isNamed) && { condition }),
    ...(field.filterOptions !== undefined && { narrowed: true }),
    ...(Object.keys(presentation).length > 0 && { admin: presentation }),
    ...((locked.create || locked.update) && { locked }),
    ...(fields && { fields: inside(fields) }),
    ...(blocks && { blocks: blocks.map((block) => ({ slug: block.slug, label: block.label, fields: inside(block.fields) })) }),
    ...(isRichText(field) && textFor(field, inside)),
  }
}

/** The options of a text, with all defaults filled in. */
function textFor({ richText }: RichTextField, inside: (fields: readonly Field[]) => object[]): object {
  const { features, headings, blocks, embeds, unknown } = richText
  return { features, headings, blocks: blocks.map(({ slug, label, fields }) => ({ slug, label, fields: inside(fields) })), embeds, unknown }
}

/** Field keywords that a form can use unchanged. */
const UNCHANGED = [
  'label',
  'required',
  'localized',
  'writeOnly',
  'hasMany',
  'unique',
  'integer',
  'minLength',
  'maxLength',
  'pattern',
  'min',
  'max',
  'minRows',
  'maxRows',
  'options',
  'from',
  'to',
  'folder',
] as const satisfies readonly (keyof Field)[]

/** `BlogPost` → `Blog post`. */
function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The areas of the system that are set up, and that the user may open. */
async function viewsFor(engine: Engine, caller: Caller): Promise<string[]> {
  const { settings } = engine
  const isAdmin = caller.signedInUser.role === 'admin'
  const setUp: [view: string, isOn: boolean, isFor: 'admins' | 'opened' | 'all'][] = [
    ['roles', settings.auth.rbac === true, 'admins'],
    ['keys', settings.apiKeys === true, 'all'],
    ['sso', settings.auth.providers.length > 0, 'admins'],
    ['audit', Boolean(settings.audit), 'opened'],
    ['deliveries', (settings.webhooks?.length ?? 0) > 0 || settings.email !== undefined, 'opened'],
    ['backups', true, 'admins'],
    ['email', true, 'admins'],
    ['status', true, 'opened'],
    ['api', true, 'all'],
  ]
  const open: string[] = []
  for (const [view, isOn, isFor] of setUp)
    if (isOn && (isAdmin || isFor === 'all' || (isFor === 'opened' && (await engine.features.opens(view, caller))))) open.push(view)
  return open
}

type Guarded = { access?: (who: { user: User }) => boolean | Promise<boolean> }

/** The host's pages and widgets that the user may see, without their access functions. */
async function admitted<T extends Guarded>(
  engine: Engine,
  caller: Caller,
  list: readonly T[],
  nameOf: (one: T) => string,
): Promise<object[]> {
  const user = caller.signedInUser
  const isLimited = engine.settings.auth.rbac === true && user.role !== 'admin'
  const open: object[] = []
  for (const one of list) {
    const { access, ...rest } = one
    if (isLimited && !(await engine.features.opens(nameOf(one), caller))) continue
    if (!access || (await isAdmitted(engine.settings, access, user, nameOf(one)))) open.push(rest)
  }
  return open
}

/** A function that fails denies access. */
async function isAdmitted({ log }: Settings, access: NonNullable<Guarded['access']>, user: User, name: string): Promise<boolean> {
  try {
    return (await access({ user })) === true
  } catch (error) {
    log.error(`the access rule of '${name}' failed, so access is denied`, { error })
    return false
  }
}

const optionsOf = async (options: unknown, user: object): Promise<unknown> => (typeof options === 'function' ? options({ user }) : options)
