import { useQuery } from '@tanstack/react-query';
import type { Input, OperationSpec, Output } from '#shared/api/operation.ts';
import { call } from '../../api/client.ts';
import { queryClient, refresh } from '../../api/queries.ts';
import { readSession } from '../../api/session.ts';

/*
 * Looks at private content. A member of staff gives a reason once for each case, person or conversation; then one request fetches the
 * content, and the server writes the look to the audit. Screens load again after a decision and when they are opened, without
 * that content and without a reason: so the audit has only the looks that somebody made. What was seen is kept until the page
 * is closed or somebody else signs in.
 */

const reasons = new Map<string, string>();

/** The look at the private content of a case, person or conversation. */
export type Look<Entity> = {
  /** The answer with the content; undefined until somebody looked. */
  readonly seen: Entity | undefined;
  /** Looks with a reason, later by default with the same one. Resolves with whether the content is shown. */
  readonly look: (reason?: string) => Promise<boolean>;
  readonly isLooking: boolean;
  /** Why nothing is shown, in a sentence. */
  readonly error: string | undefined;
};

/** The look at what `operation` shows of `input` for a reason. */
export function useLook<Op extends OperationSpec>(
  operation: Op,
  input: Omit<Input<Op>, 'reason'>,
): Look<Output<Op> extends { data: (infer Entity)[] } ? Entity : never> {
  const name = `${readSession()?.userId} ${operation.name} ${Object.values(input).join(' ')}`;
  const query = {
    queryKey: ['look', name],
    queryFn: () => call(operation, { ...input, reason: reasons.get(name) } as Input<Op>),
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
  // A disabled query is never fetched again by itself, whatever else is loaded again.
  const { data, isFetching, error } = useQuery({ ...query, enabled: false });
  const look = async (reason = reasons.get(name)): Promise<boolean> => {
    if (reason === undefined) return false;
    reasons.set(name, reason);
    try {
      await queryClient.fetchQuery({ ...query, staleTime: 0 });
    } catch {
      return false;
    }
    // Some decisions are possible only after a look.
    void refresh(operation).catch(() => undefined);
    return true;
  };
  return {
    seen: (data as { data: never[] } | undefined)?.data[0],
    look,
    isLooking: isFetching,
    error: error?.message,
  };
}
