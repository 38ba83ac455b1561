import type { QueryKey } from '@tanstack/react-query';
import type { RefusalCode } from '#shared/refusals.ts';
import { ApiRefusal } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';

/** The answer of a query that a page was rendered with, and when (epoch milliseconds), or its refusal. */
export type KnownAnswer = { readonly key: QueryKey } & (
  | { readonly answer: unknown; readonly at: number }
  | { readonly refusal: { readonly code: RefusalCode; readonly message: string } }
);

/**
 * Puts known answers into the query cache, so that the first render shows them. A refusal, which is the same for everybody, counts from
 * now: a query with an old one starts anew, and its first render would be a skeleton, not what the server rendered.
 */
export function takeAnswers(answers: readonly KnownAnswer[]): void {
  for (const known of answers)
    if ('answer' in known)
      queryClient.setQueryData(known.key, known.answer, { updatedAt: known.at });
    else
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: known.key })
        .setState({
          status: 'error',
          error: new ApiRefusal(known.refusal.code, known.refusal.message),
          errorUpdatedAt: Date.now(),
        });
}
