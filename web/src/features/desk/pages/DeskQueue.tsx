import { useInfiniteQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import type { viewDeskQueue } from '../../../../../shared/api/desk.ts';
import type { Output } from '../../../../../shared/api/operation.ts';
import { formatMoney, ZERO } from '../../../../../shared/money.ts';
import type { Queue } from '../../../../../shared/rules/desk/permissions.ts';
import type { Instant } from '../../../../../shared/time.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { useNow } from '../../../api/use-now.ts';
import { usePathParameter } from '../../../path-parameters.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { List, Row } from '../../../ui/List.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { queueOf, queueQueries, queueQuery } from '../desk-queries.ts';
import { ageWords, HARM_WORDS, QUEUE_WORDS, reasonWords, SUBJECT_WORDS } from '../desk-words.ts';

export const loader = queryLoader(queueQueries, staffGate);

type Item = Output<typeof viewDeskQueue>['data'][number];

/* `/desk/queue/{queue}`: what waits, the most harmful first, then the oldest. docs/product/desk.md#queues */
export function Component() {
  const queue = queueOf(usePathParameter('queue'));
  if (!queue) return <Navigate to={paths.desk()} replace />;
  return (
    <StaffOnly>
      <Waiting queue={queue} />
    </StaffOnly>
  );
}

function Waiting({ queue }: { queue: Queue }) {
  const now = useNow();
  const { title, hint } = QUEUE_WORDS[queue];
  const list = useInfiniteQuery(queueQuery(queue));
  const data = list.data?.pages.flatMap((page) => page.data);
  return (
    <DeskPage title={title} back={paths.desk()} query={{ ...list, data }}>
      {(items) => (
        <DeskFrame title={title} back={paths.desk()} lead={`${hint}.`}>
          {items.length === 0 ? (
            <EmptyState
              drawing="letterbox"
              title="Nothing waits here"
              action={<Button render={<Link to={paths.desk()} />}>Other queues</Button>}
            >
              New ones appear here, the most harmful first.
            </EmptyState>
          ) : (
            <div data-desk-rows>
              <List label={title}>
                {items.map((item) => (
                  <ItemRow key={`${item.type} ${item.id}`} item={item} now={now} />
                ))}
              </List>
            </div>
          )}
          {list.hasNextPage && (
            <LoadMore
              words="Show more"
              busy={list.isFetchingNextPage}
              onLoad={() => list.fetchNextPage()}
            />
          )}
        </DeskFrame>
      )}
    </DeskPage>
  );
}

const ADDRESSES = {
  CASE: paths.deskCase,
  CONVERSATION: paths.deskConversation,
  PERSON: paths.deskPerson,
} as const;

function ItemRow({ item, now }: { item: Item; now: Instant }) {
  const { about, openedBy, reason, subjectType, amount, harm, since } = item;
  const shown = about ?? openedBy;
  const more = [
    subjectType && SUBJECT_WORDS[subjectType],
    openedBy && about && openedBy.id !== about.id && `from ${openedBy.fullName}`,
  ].filter(Boolean);
  return (
    <Row
      before={<Avatar name={shown?.fullName ?? '?'} imageUrl={shown?.profileImageUrl} />}
      title={shown?.fullName ?? 'An account that’s gone'}
      subtitle={reason === null ? undefined : reasonWords(reason)}
      note={
        (more.length > 0 || harm > 1) && (
          <span className="grid justify-items-start gap-1 text-[0.875rem] text-soft">
            {more.join(' · ')}
            {harm > 1 && (
              <Chip tone={harm === 3 ? 'due' : 'held'} icon={Flag}>
                {HARM_WORDS[harm as 2 | 3]}
              </Chip>
            )}
          </span>
        )
      }
      trailing={
        <span className="grid justify-items-end">
          {amount !== null && amount > ZERO && (
            <span className="tabular-nums">{formatMoney(amount)}</span>
          )}
          <span className="font-normal text-[0.875rem] text-soft">{ageWords(since, now)}</span>
        </span>
      }
      render={<Link to={ADDRESSES[item.type](item.id)} />}
    />
  );
}
