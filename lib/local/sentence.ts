/** Something that keeps the product from starting, said for the person at the terminal. Needs no stack trace. */
export class Sentence extends Error {
  override name = 'Sentence';
}
