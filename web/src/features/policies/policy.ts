/** A policy as text, for signed-in users and visitors. */
export type Policy = {
  readonly title: string;
  /** The date from which this version applies. */
  readonly since: string;
  /** A summary in a few sentences. */
  readonly summary: string;
  readonly sections: readonly Section[];
};

export type Section = {
  /** Part of the address, so that links to the section survive a new heading. */
  readonly id: string;
  readonly heading: string;
  readonly body: readonly (Paragraph | Points)[];
};

type Paragraph = string;
type Points = { readonly points: readonly string[] };
