import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
  viewDeskQueues,
} from '#shared/api/desk.ts';
import { viewCareCase } from '#shared/api/desk-care.ts';
import { TILES, type Tile } from '#shared/rules/desk/permissions.ts';
import { call } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';

/* The queries of the desk. */

export const queuesQueries = () => ({ queues: query(viewDeskQueues, {}) });

/** The tile that an address names: `claims`, `second_person`. Undefined for everything. */
export const tileOfAddress = (name: string): Tile | undefined =>
  TILES.find((tile) => tile.toLowerCase() === name);

/** The pages of the list, or of a tile. Their cursors are of their own kind: what is decided leaves the list meanwhile. */
export const queueQuery = (tile: Tile | undefined) =>
  infiniteQueryOptions({
    queryKey: [viewDeskQueue.name, { tile }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        viewDeskQueue,
        { ...(tile && { tile }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
/** The queries of the list, with its tiles. */
export const listQueries = ({ search }: Pick<Address, 'search'>) => ({
  ...queuesQueries(),
  list: queueQuery(tileOfAddress(search.get('tile') ?? '')),
});

export const caseQueries = ({ params: { caseId = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskCase, { caseId }),
});
export const personQueries = ({ params: { person = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskPerson, { person }),
});
export const deskConversationQueries = ({
  params: { conversationId = '' },
}: Pick<Address, 'params'>) => ({
  one: query(viewDeskConversation, { conversationId }),
});

/** Reloads everything that a decision may have changed. */
export const refreshDesk = () =>
  refresh(
    viewDeskQueues,
    viewDeskQueue,
    viewDeskCase,
    viewCareCase,
    viewDeskPerson,
    viewDeskConversation,
  );
