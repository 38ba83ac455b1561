import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { inboxList, orderList } from '../conversation-queries.ts';
import { countWords } from './inbox-summary.ts';
import { waitingRows } from './waiting-rows.ts';

/** The place of a letter in a list, in words, and the letters above and below. */
type Place = {
  readonly words: string;
  readonly above: string | undefined;
  readonly below: string | undefined;
};

/**
 * Where the open letter is among those that wait for an answer, in the order of the list beside it. Undefined if it is the only one, or
 * does not wait. `hasList`: whether that list is shown; nothing is loaded without it.
 */
export function useWaitingPlace(id: string, hasList: boolean): Place | undefined {
  const viewerId = useViewerId();
  const now = useNow();
  const list = useInfiniteQuery({ ...inboxList('PENDING'), enabled: hasList });
  const loaded = list.data?.pages.flatMap((page) => page.data) ?? [];
  const ids = waitingRows(loaded, viewerId, now).map((row) => row.id);
  const place = ids.indexOf(id);
  if (place < 0 || ids.length < 2) return undefined;
  return {
    words: `${place + 1} of ${list.hasNextPage ? 'more than ' : ''}${ids.length} to answer`,
    above: ids[place - 1],
    below: ids[place + 1],
  };
}

/** Where the open order is in the list of all orders; undefined if it is not among the loaded ones. */
export function useOrderPlace(id: string, hasList: boolean): Place | undefined {
  const list = useInfiniteQuery({ ...orderList('ALL'), enabled: hasList });
  const ids = list.data?.pages.flatMap(({ data }) => data.map((row) => row.id)) ?? [];
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  const place = ids.indexOf(id);
  if (place < 0) return undefined;
  return {
    words: `${place + 1} of ${countWords(total)}`,
    above: ids[place - 1],
    below: ids[place + 1],
  };
}

/** What stands in the header of a letter in place of the arrow: the list beside it is where that would lead. */
export function PlaceWords({ children }: { children: string | undefined }) {
  return (
    <p className="whitespace-nowrap pl-3 text-[0.9375rem] text-soft tabular-nums">{children}</p>
  );
}

export type PlaceStepsProps = {
  place: Place | undefined;
  /** The address of a letter. */
  to: (id: string) => string;
};

/** The ways to the letters above and below. */
export function PlaceSteps({ place, to }: PlaceStepsProps) {
  if (!place) return null;
  return (
    <>
      <Step label="Letter above" icon={ChevronUp} to={place.above && to(place.above)} />
      <Step label="Letter below" icon={ChevronDown} to={place.below && to(place.below)} />
    </>
  );
}

type StepProps = { label: string; icon: LucideIcon; to: string | undefined };

function Step({ label, icon: Icon, to }: StepProps) {
  const icon = <Icon aria-hidden size={20} />;
  if (to === undefined) return <IconButton label={label} icon={icon} disabled />;
  return <IconButton label={label} icon={icon} render={<Link to={to} />} />;
}
