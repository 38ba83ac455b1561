/* The clicks of links, counted by day (UTC). docs/product/links.md#clicks */

/** The days whose clicks the owner sees, the current one included. */
export const CLICK_DAYS = 30;

const PREFIX = 'click_';

/** The name of the counter of a link in a day of its owner. */
export const clickCounter = (linkId: string): string => `${PREFIX}${linkId}`;

/** The clicks of each link in some counts. */
export const clicksIn = (
  counts: Readonly<Record<string, number>>,
): { linkId: string; clicks: number }[] =>
  Object.entries(counts)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, clicks]) => ({ linkId: name.slice(PREFIX.length), clicks }));
