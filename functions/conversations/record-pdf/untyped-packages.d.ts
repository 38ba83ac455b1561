/* The parts that we use of packages without types. */

declare module 'bidi-js' {
  /** The bidirectional algorithm of Unicode. Positions are UTF-16 units; the ends of paragraphs are inclusive. */
  type Bidi = {
    getEmbeddingLevels(text: string): {
      readonly levels: Uint8Array;
      readonly paragraphs: readonly {
        readonly start: number;
        readonly end: number;
        readonly level: number;
      }[];
    };
    getMirroredCharacter(character: string): string | null;
  };
  function bidiFactory(): Bidi;

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { bidiFactory as default };
}

declare module 'linebreak' {
  /** The places where a line may break, by UAX #14. */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { LineBreaker as default };
}
