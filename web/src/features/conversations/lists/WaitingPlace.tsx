import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useNow } from '../../../api/use-now.ts';
import { useViewerId } from '../../../api/viewer.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { inboxList } from '../conversation-queries.ts';
import { waitingRows } from './waiting-rows.ts';

export type WaitingPlaceProps = {
  /** The letter that is open. */
  id: string;
  /** The address to which the arrows lead. */
  to: (id: string) => string;
};

/*
 * Where the open letter is among those that wait for an answer, in the order of the list beside it, with the ways to the ones above
 * and below. Nothing if it is the only one, or does not wait.
 */
export function WaitingPlace({ id, to }: WaitingPlaceProps) {
  const viewerId = useViewerId();
  const now = useNow();
  const list = useInfiniteQuery(inboxList('PENDING'));
  const loaded = list.data?.pages.flatMap((page) => page.data) ?? [];
  const ids = waitingRows(loaded, viewerId, now).map((row) => row.id);
  const place = ids.indexOf(id);
  if (place < 0 || ids.length < 2) return null;
  return (
    <div className="flex items-center">
      <p className="mr-2 whitespace-nowrap text-[0.9375rem] text-soft tabular-nums">
        {place + 1} of {list.hasNextPage && 'more than '}
        {ids.length} to answer
      </p>
      <Step label="Letter above" icon={ChevronUp} id={ids[place - 1]} to={to} />
      <Step label="Letter below" icon={ChevronDown} id={ids[place + 1]} to={to} />
    </div>
  );
}

type StepProps = Pick<WaitingPlaceProps, 'to'> & {
  label: string;
  icon: LucideIcon;
  id: string | undefined;
};

function Step({ label, icon: Icon, id, to }: StepProps) {
  const icon = <Icon aria-hidden size={20} />;
  if (id === undefined) return <IconButton label={label} icon={icon} disabled />;
  return <IconButton label={label} icon={icon} render={<Link to={to(id)} />} />;
}
