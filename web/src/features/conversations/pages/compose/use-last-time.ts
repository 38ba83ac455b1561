import { useEntity } from '#web/api/queries.ts';
import { useMessages } from '../../thread/use-thread.ts';
import { orderThread } from '../../thread-queries.ts';
import { type LastTime, lastTimeOf } from './last-time.ts';

/**
 * The order that is asked again. `isLoading`: it is not known yet. Without an order in the address, or if it cannot be loaded, the
 * letter begins like any other.
 */
export function useLastTime(orderId: string | undefined): {
  readonly isLoading: boolean;
  readonly lastTime: LastTime | undefined;
} {
  const { conversation } = orderThread(orderId ?? '');
  const order = useEntity({ ...conversation, enabled: orderId !== undefined });
  const messages = useMessages(orderId ?? '', 'sender', false);
  const isKnown = order.data !== undefined && messages.hasLetters;
  const isLost = order.error !== null || messages.error !== null;
  return {
    isLoading: orderId !== undefined && !isKnown && !isLost,
    lastTime: isKnown && order.data ? lastTimeOf(order.data, messages.data ?? []) : undefined,
  };
}
