import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRefusal } from '../../api/client.ts';
import { queuesQueries } from './desk-queries.ts';

/** How often the number in the navigation is counted again, in milliseconds. */
const COUNT_EVERY = 60_000;

export type DeskCountProps = {
  /** Undefined while the desk is closed to this session, which did not begin with a passkey of the desk. */
  onCount: (open: number | undefined) => void;
};

/* Counts what waits at the desk, for the navigation. It shows nothing, and its code is loaded for staff only. */
export function DeskCount({ onCount }: DeskCountProps) {
  const { data, error } = useQuery({ ...queuesQueries().queues, refetchInterval: COUNT_EVERY });
  const isClosed = isRefusal(error, 'PASSKEY_SIGN_IN_REQUIRED', 'FORBIDDEN');
  const open = data?.data.reduce((sum, { count }) => sum + count, 0);
  useEffect(() => {
    onCount(isClosed ? undefined : open);
    return () => onCount(undefined);
  }, [isClosed, open, onCount]);
  return null;
}
