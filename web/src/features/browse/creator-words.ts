import { hoursWords } from '#shared/dates.ts';
import { plural } from '#shared/messages/plural.ts';
import { serverNow } from '../../api/clock.ts';
import { dayWords } from '../../shell/dates.ts';
import type { Creator } from './browse-address.ts';

/* What a row says of a creator. docs/product/discovery.md#the-lists */

/** The number of openings up to which it is named. */
const FEW_OPENINGS = 10;

const openings = (count: number) => plural(count, { one: '# opening', other: '# openings' });

/**
 * The odds in one line, `Answered 47 of 50, usually in 20 hours`. As on the profile, the usual time is there if more than half were
 * answered. Of somebody new, the openings take their place.
 */
export function oddsLine({ odds, paused, placesLeft }: Line): string {
  if (!odds)
    return paused || placesLeft === 0 ? 'New here' : `New here, ${openings(placesLeft)} left`;
  const { answered, ended, medianHours } = odds;
  const answers = `Answered ${answered} of ${ended}`;
  if (medianHours === null || answered * 2 <= ended) return answers;
  return `${answers}, usually in ${hoursWords(medianHours)}`;
}

type Line = Pick<Creator, 'odds' | 'paused' | 'placesLeft'>;

/** When a paused creator is back, or how many openings are left if they are few; undefined if the line of odds says it. */
export function openingsLine({ odds, paused, placesLeft }: Line): string | undefined {
  if (paused) return paused.until ? `Back on ${dayWords(paused.until, serverNow())}` : 'Paused';
  if (placesLeft === 0) return 'No openings left right now';
  if (!odds || placesLeft > FEW_OPENINGS) return undefined;
  return `${openings(placesLeft)} left`;
}

/** The fields of a creator: the sub-categories, or the category without any. */
export const fieldsOf = ({ subCategoryNames, categoryName }: Fields): string =>
  subCategoryNames.length > 0 ? subCategoryNames.join(', ') : (categoryName ?? '');

type Fields = Pick<Creator, 'subCategoryNames' | 'categoryName'>;
