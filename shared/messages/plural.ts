import { formatCount } from '../format-count.ts';
import { once } from '../once.ts';

const rules = once(() => new Intl.PluralRules('en-US'));

/** The words for a count: each `#` stands for the number, as in `# answers`. */
export function plural(
  count: number,
  words: { readonly one: string; readonly other: string },
): string {
  const form = rules().select(count) === 'one' ? words.one : words.other;
  return form.replaceAll('#', formatCount(count));
}
