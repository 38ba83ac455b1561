/** A policy as text: the same for whoever is signed in and whoever is not. */
export type Policy = {
  readonly title: string;
  /** The day from which this wording counts. */
  readonly since: string;
  /** What matters most, in a few sentences. */
  readonly summary: string;
  readonly sections: readonly Section[];
};

export type Section = {
  /** Part of the address: a link to the section stays true when its heading is reworded. */
  readonly id: string;
  readonly heading: string;
  readonly body: readonly (Paragraph | Points)[];
};

type Paragraph = string;
type Points = { readonly points: readonly string[] };
