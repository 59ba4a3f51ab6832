/** Finds parts of SDL that nothing reads. If one of them is an access rule, the content would be open without any warning.
 * Tested by test/schema/problems.test.ts.
 */
import { type ConstDirectiveNode, type DefinitionNode, type FieldDefinitionNode, Kind, type Location } from 'graphql'
import { messages } from './messages.ts'
import { type Place, spellingOn, wordsOn } from './words.ts'

type EntityKind = 'collection' | 'global'
/** The use of a type; undefined if its fields are embedded in a group or in rows. */
type KindOf = (name: string) => EntityKind | 'block' | undefined
type Refuse = (node: { readonly loc?: Location }, message: string, hint: string) => void

export function refuseUnread(definitions: readonly DefinitionNode[], kindOf: KindOf, refuse: Refuse): void {
  for (const node of definitions) {
    const unread = UNREAD[node.kind]
    if (unread) refuse(node, messages.unreadDefinition(unread), 'remove it')
    for (const part of node.kind === Kind.ENUM_TYPE_DEFINITION ? (node.values ?? []) : fieldsOf(node))
      for (const directive of part.directives ?? [])
        if (!isRead(directive, 'field')) refuse(directive, messages.unreadDirective(directive.name.value, part.name.value), 'remove it')
    for (const field of fieldsOf(node))
      for (const argument of field.arguments ?? [])
        refuse(argument, messages.unreadArgument(argument.name.value, field.name.value), 'remove it')
    if (!('name' in node) || !node.name) continue
    const name = node.name.value
    const use = kindOf(name)
    const kind = use === 'block' ? undefined : use
    if (node.kind.endsWith('Extension') && !kind) refuse(node, messages.notExtendable(name), 'write it where the type is declared')
    else if (node.kind === Kind.INTERFACE_TYPE_DEFINITION)
      for (const directive of [node, ...(node.fields ?? [])].flatMap((part) => part.directives ?? []))
        refuse(directive, messages.unreadDirective(directive.name.value, `the interface ${name}`), 'write it in the types')
    else if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION)
      for (const directive of node.directives ?? [])
        if (!isRead(directive, kind ?? 'block') && !(use === 'block' && directive.name.value === 'label'))
          refuse(directive, messages.unreadDirective(directive.name.value, `the ${kind ?? 'embedded type'} ${name}`), hintFor(kind))
  }
}

/** Definitions that describe an API's requests, not its content. */
const UNREAD: Partial<Record<Kind, string>> = {
  [Kind.SCHEMA_DEFINITION]: 'schema',
  [Kind.SCHEMA_EXTENSION]: 'schema',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: 'input',
}

const fieldsOf = (node: DefinitionNode): readonly FieldDefinitionNode[] =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION || node.kind === Kind.INTERFACE_TYPE_DEFINITION
    ? (node.fields ?? [])
    : []

const isRead = ({ name: { value } }: ConstDirectiveNode, place: Place): boolean =>
  (place === 'block' && value === 'block') || wordsOn(place).some((word) => spellingOn(word, place)?.directive === value)

const hintFor = (kind: EntityKind | undefined): string => (kind ? '' : 'write it on fields: those of the type, or those that contain it')
