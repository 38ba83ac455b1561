import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { browseCreators } from '../../../../../shared/api/browse.ts';
import type { Output } from '../../../../../shared/api/operation.ts';
import { serverNow } from '../../../api/clock.ts';
import { paths } from '../../../paths.ts';
import { dayWords } from '../../../shell/dates.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { ListItem } from '../../../ui/List.tsx';
import { Stamp } from '../../../ui/Stamp.tsx';

export type Creator = Output<typeof browseCreators>['data'][number];

/* A creator of a list: one link to the profile, with the price as a stamp. */
export function CreatorRow({ creator }: { creator: Creator }) {
  const { fullName, username, subCategoryNames, categoryName } = creator;
  const fields = subCategoryNames.length > 0 ? subCategoryNames.join(', ') : categoryName;
  const places = placesWords(creator);
  return (
    <ListItem>
      <Link to={paths.profile(username, 'search')} className="flex items-center gap-3.5 py-4">
        <Avatar name={fullName} imageUrl={creator.profileImageUrl} size="lg" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5 font-semibold">
            <span dir="auto" className="wrap-anywhere leading-snug">
              {fullName}
            </span>
            {creator.trusted && (
              <BadgeCheck aria-label="Verified" className="size-4 shrink-0 text-earned" />
            )}
          </span>
          <span className="block text-[0.875rem] text-soft leading-snug">{fields}</span>
          <span className="block text-[0.875rem] leading-snug">{oddsWords(creator)}</span>
          {places && <span className="block text-[0.875rem] text-held leading-snug">{places}</span>}
        </span>
        <Stamp price={creator.paidResponsePrice} width={72} />
      </Link>
    </ListItem>
  );
}

/**
 * The odds in the few words of a row. As on the profile, the usual time is there if more than half were answered; that one has
 * more words, and loads with the rules of conversations.
 */
export function oddsWords({ odds }: Pick<Creator, 'odds'>): string {
  if (!odds) return 'New here';
  const { answered, ended, medianHours } = odds;
  const answers = `Answered ${answered} of ${ended}`;
  if (medianHours === null || answered * 2 <= ended) return answers;
  const days = Math.ceil(medianHours / 24);
  const time = medianHours <= 48 ? `${medianHours} h` : `${days} days`;
  return `${answers}, usually within ${time}`;
}

/** The number of places up to which it is said. */
const FEW_PLACES = 10;

/** When a paused creator is back, or how many places are left if they are few. */
export function placesWords({ paused, placesLeft }: Pick<Creator, 'paused' | 'placesLeft'>) {
  if (paused) return paused.until ? `Back on ${dayWords(paused.until, serverNow())}` : 'Paused';
  if (placesLeft === 0) return 'No openings left right now';
  if (placesLeft > FEW_PLACES) return undefined;
  return placesLeft === 1 ? '1 opening left' : `${placesLeft} openings left`;
}
