/** Something that keeps a command from going on, said for the person at the terminal. Needs no stack trace. */
export class Sentence extends Error {
  override name = 'Sentence';
}
