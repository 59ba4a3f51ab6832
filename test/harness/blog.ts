/** The content types that most tests use, open to everyone unless a test says otherwise. */
import { sdl } from '../../schema/sdl-text.ts'

export const blog = sdl`
type Post @collection(slug: "posts", useAsTitle: "title") @access(read: anyone, create: anyone, update: anyone, delete: anyone) {
  title: String! @length(max: 120)
  slug: Slug! @from(field: "title")
  body: RichText
  extra: JSON
  author: Author
  tags: [Tag!] @items(max: 8)
  layout: Layout @default(value: "wide")
  moods: [Mood!]
  sections: [Section!]
  links: [Link!]
  seo: Seo
  views: Int @range(min: 0) @index
  rating: Float
  day: DateTime
  featured: Boolean
  contact: Email
  note: Text @hidden
}
type Link { url: String! page: Post meta: Seo }
type Author @collection(slug: "authors", useAsTitle: "name") @access(read: anyone, create: anyone, update: anyone, delete: anyone) { name: String! age: Int friend: Author }
type Tag @collection(slug: "tags", editIn: drawer) @access(read: anyone, create: anyone, update: anyone, delete: anyone) { name: String! @unique }
enum Layout { wide narrow }
enum Mood { calm bright dark }
union Section = Quote | Gallery
type Quote   { text: Text!  by: String }
type Gallery { posts: [Post!]! @items(min: 1) }
type Seo     { title: String  description: Text }
type Site @global(slug: "site") @access(read: anyone, update: anyone) { siteName: String! @default(value: "A site") banner: Seo }
`
