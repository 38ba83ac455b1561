import { useQuery } from '@tanstack/react-query';
import { viewInboundSettings } from '../../../../shared/api/accounts.ts';
import { query } from '../../api/queries.ts';

/** Whether the user takes paid messages, which a commitment of 0 prevents. Undefined until that is known. */
export function useTakesMessages(): boolean | undefined {
  const settings = useQuery(query(viewInboundSettings, {})).data?.data[0];
  return settings && settings.paidResponseCommitment > 0;
}
