/* Markdown tables of figures, each with its limit. */

/** Formats a number with at most this many decimals; a dash if it was not measured. */
export const number = (value: number | undefined, decimals = 0): string =>
  value === undefined ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: decimals });

/** The limit of a figure: at most, or at least, this much. */
export type Limit = { readonly most: number } | { readonly least: number };

/** Formats a figure; in bold if it is beyond its limit. */
export function held(value: number | undefined, limit: Limit, decimals = 0): string {
  const text = number(value, decimals);
  if (value === undefined) return text;
  const kept = 'most' in limit ? value <= limit.most : value >= limit.least;
  return kept ? text : `**${text}**`;
}

/** Returns a table. The first line is its head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
