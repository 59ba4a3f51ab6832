/** One deliberate fault: a line that the suite must not lose unnoticed, what breaks it, and the tests that must fail then. */
export interface Mutant {
  name: string
  /** From the root of the repository. */
  file: string
  /** Part of a line or a few lines, short and stable; the file must hold it exactly once. */
  before: string
  /** What takes its place: it still has to compile. */
  after: string
  /** Test files; at least one of their tests must fail. */
  tests: readonly string[]
  /** Runs only the tests whose full name holds this text. */
  grep?: string
  /** What goes wrong for people when this line is lost. */
  why: string
}
