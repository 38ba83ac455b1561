import { useQuery } from '@tanstack/react-query';
import { viewInboundSettings } from '../../../shared/api/accounts.ts';
import { query } from '../api/queries.ts';

/** Whether anybody can pay the reader for an answer: not with a commitment of 0. Undefined until that is known. */
export function useTakesMessages(): boolean | undefined {
  const settings = useQuery(query(viewInboundSettings, {})).data?.data[0];
  return settings && settings.paidResponseCommitment > 0;
}
