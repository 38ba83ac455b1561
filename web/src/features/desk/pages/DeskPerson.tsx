import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  deskBlockUser,
  deskUnblockUser,
  releaseHeldPayout,
  viewDeskPerson,
} from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { isPermitted, QUEUE_PERMISSIONS } from '#shared/rules/desk/permissions.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { dayWords, momentWords } from '#web/shell/dates.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { List, Row } from '#web/ui/List.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { type ItemRef, listPath } from '../desk-list.ts';
import { personQueries } from '../desk-queries.ts';
import { codeWords, holdWords, KIND_WORDS, reasonWords, STATEMENT_WORDS } from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { StaffActionForm, ViewReasonForm } from '../forms.tsx';
import { Quote } from '../Quote.tsx';
import { useLook } from '../view-reason.ts';

export const loader = queryLoader(personQueries, staffGate);

type Account = Output<typeof viewDeskPerson>['data'][number];

/* `/desk/person/{id or username}`: the whole course of an account, and what staff may do about it. docs/product/desk.md#screens */
export function Component() {
  return (
    <StaffOnly>
      <PersonScreen />
    </StaffOnly>
  );
}

function PersonScreen() {
  const person = usePathParameter('person');
  const one = useQuery(query(viewDeskPerson, { person }));
  return (
    <DeskPage title="Person" back={paths.desk()} query={{ ...one, data: one.data?.data[0] }}>
      {(account) => <Person account={account} />}
    </DeskPage>
  );
}

function Person({ account }: { account: Account }) {
  const now = useNow();
  return (
    <DeskFrame title={account.fullName} back={listPath()} item={useHeldPayout(account)}>
      <div className="grid gap-6 wide:grid-cols-2 wide:items-start">
        <div className="grid gap-6">
          <AccountFacts account={account} now={now} />
          <PrivateData userId={account.id} now={now} />
          <Statements account={account} now={now} />
        </div>
        <div className="grid gap-6">
          <StaffActions account={account} now={now} />
        </div>
      </div>
      <div className="grid gap-6 wide:grid-cols-2 wide:items-start" data-desk-rows>
        <Rows title={`Letters to them (${account.inboxCount})`} rows={account.inbox} now={now} />
        <Rows
          title={`Letters from them (${account.ordersCount})`}
          rows={account.orders}
          now={now}
        />
        <Cases account={account} now={now} />
      </div>
    </DeskFrame>
  );
}

/** The person as what waits at the desk, because a payout is held; undefined if none is, or if it is the viewer's own. */
function useHeldPayout({ id, heldUntil }: Account): ItemRef | undefined {
  const viewer = useCurrentUser();
  const may = isPermitted(viewer.permissionIds, QUEUE_PERMISSIONS.PAYOUTS) && viewer.id !== id;
  return may && heldUntil !== null ? { type: 'PERSON', id } : undefined;
}

function AccountFacts({ account, now }: { account: Account; now: Instant }) {
  const { record } = account;
  const day = (at: Instant | null) => (at === null ? null : dayWords(at, now));
  return (
    <Facts
      facts={[
        [
          'Username',
          <TextLink key="profile" to={paths.profile(account.username)}>
            @{account.username}
          </TextLink>,
        ],
        ['Id', account.id],
        ['Member since', day(account.createdAt)],
        ['Last seen', account.lastSeenAt === null ? null : momentWords(account.lastSeenAt, now)],
        ['Phone', account.verified ? 'confirmed' : 'not confirmed'],
        ['Blocked', day(account.blockedAt)],
        ['Deleted', day(account.deletedAt)],
        ['Desk', account.permissionIds.length > 0 ? account.permissionIds.join(', ') : null],
        ['Plan', codeWords(account.plan)],
        ['Renews', day(account.planRenewsAt)],
        ['Ends', day(account.planEndsAt)],
        ['Price', formatMoney(account.paidResponsePrice)],
        ['Answered', `${account.answeredCount} of ${account.endedCount}`],
        ['Earned in all', formatMoney(account.totalEarnings)],
        ['Balance', formatMoney(account.balance)],
        ['Debt', account.debt === ZERO ? null : formatMoney(account.debt)],
        ['Reports', `${record.reportsBy} made, ${record.reportsAgainst} about them`],
        ['Claims', `${record.claimsBy} made, ${record.claimsAgainst} about them`],
      ]}
    />
  );
}

function PrivateData({ userId, now }: { userId: string; now: Instant }) {
  const { seen, look, isLooking, error } = useLook(viewDeskPerson, { person: userId });
  if (!seen?.privateData)
    return (
      <ViewReasonForm
        what="the phone, card and payouts"
        about={userId}
        onReason={look}
        loading={isLooking}
        error={error}
      />
    );
  const { phoneLastDigits, card, payoutAccount, payouts } = seen.privateData;
  return (
    <section aria-label="Private data" className="grid gap-3">
      <h2 data-new-state className="font-serif text-xl">
        Private data
      </h2>
      <Facts
        facts={[
          ['Phone ends in', phoneLastDigits],
          ['Card', card?.name ?? 'none'],
          ['Payout account', codeWords(payoutAccount)],
          ...payouts.map(
            ({ period, amount, status, paidAt }) =>
              [
                `Payout ${period}`,
                `${formatMoney(amount)}, ${codeWords(status)}${paidAt === null ? '' : `, ${dayWords(paidAt, now)}`}`,
              ] as const,
          ),
        ]}
      />
    </section>
  );
}

function Statements({ account: { statements }, now }: { account: Account; now: Instant }) {
  if (statements.length === 0) return null;
  return (
    <section aria-label="Statements" className="grid gap-3">
      <h2 className="font-serif text-xl">Statements they got</h2>
      {statements.map(({ id, at, deed, by, facts, reason, appeal }) => (
        <Quote
          key={id}
          about={`${STATEMENT_WORDS[deed]}, ${dayWords(at, now)}, decided by ${by?.fullName ?? 'an operator'}`}
        >
          {`${facts}\n${reason}${appeal ? `\n${appealWords(appeal.outcome)}` : ''}`}
        </Quote>
      ))}
    </section>
  );
}

function appealWords(outcome: 'UPHELD' | 'REJECTED' | null): string {
  if (outcome === null) return 'They appealed. No decision yet.';
  return outcome === 'UPHELD' ? 'Their appeal was granted.' : 'Their appeal was rejected.';
}

function StaffActions({ account, now }: { account: Account; now: Instant }) {
  const { permissionIds, id: ownId } = useCurrentUser();
  const { id: userId, blockedAt, heldUntil, heldFor } = account;
  const own = userId === ownId ? 'This is your own account.' : account.obstacle;
  return (
    <>
      {heldUntil !== null && permissionIds.includes('FINANCE') && (
        <StaffActionForm
          id={`release_${userId}`}
          title="Payout held for a check"
          submit="Release the payout"
          propose="Propose the release"
          decisions={() => ['PAYOUT_RELEASED']}
          proposal={() => account.proposed.release}
          obstacle={own}
          waiting={account.waiting.release}
          send={(values: { reason: string }, options) =>
            call(releaseHeldPayout, { userId, ...values }, options)
          }
        >
          <p>
            {holdWords(heldFor)} Without a decision it is held until {dayWords(heldUntil, now)}.
          </p>
        </StaffActionForm>
      )}
      {permissionIds.includes('MODERATOR') &&
        account.deletedAt === null &&
        (blockedAt === null ? (
          <StaffActionForm
            id={`block_${userId}`}
            title="Block the account"
            submit="Block the account"
            propose="Propose the block"
            variant="danger"
            decisions={() => ['ACCOUNT_BLOCKED']}
            proposal={() => account.proposed.block}
            obstacle={account.blockObstacle}
            waiting={account.waiting.block}
            send={(values: { reason: string }, options) =>
              call(deskBlockUser, { userId, ...values }, options)
            }
          >
            <p className="text-soft">
              No one can sign in with it. Everything that’s pending ends, and its senders get their
              money back. What the account earned stays owed to it.
            </p>
          </StaffActionForm>
        ) : (
          <StaffActionForm
            id={`unblock_${userId}`}
            title="Unblock the account"
            submit="Unblock the account"
            propose="Propose the unblock"
            decisions={() => ['ACCOUNT_UNBLOCKED']}
            proposal={() => account.proposed.unblock}
            obstacle={own}
            waiting={account.waiting.unblock}
            send={(values: { reason: string }, options) =>
              call(deskUnblockUser, { userId, ...values }, options)
            }
          />
        ))}
    </>
  );
}

function Rows({ title, rows, now }: { title: string; rows: Account['inbox']; now: Instant }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="font-serif text-xl">{title}</h2>
      <List label={title}>
        {rows.map(({ id, status, moneyState, price, modifiedAt, other }) => (
          <Row
            key={id}
            title={other.fullName}
            subtitle={`${codeWords(status)} · ${codeWords(moneyState)}`}
            trailing={
              <span className="grid justify-items-end tabular-nums">
                {formatMoney(price)}
                <span className="font-normal text-[0.875rem] text-soft">
                  {dayWords(modifiedAt, now)}
                </span>
              </span>
            }
            render={<Link to={paths.deskConversation(id)} />}
          />
        ))}
      </List>
    </section>
  );
}

function Cases({ account: { cases }, now }: { account: Account; now: Instant }) {
  if (cases.length === 0) return null;
  return (
    <section>
      <h2 className="font-serif text-xl">Cases about them</h2>
      <List label="Cases about them">
        {cases.map(({ id, kind, reason, openedAt, outcome }) => (
          <Row
            key={id}
            title={`${KIND_WORDS[kind]}: ${reasonWords(reason)}`}
            subtitle={`${dayWords(openedAt, now)} · ${outcome === null ? 'open' : outcome === 'UPHELD' ? 'upheld' : 'rejected'}`}
            render={<Link to={paths.deskCase(id)} />}
          />
        ))}
      </List>
    </section>
  );
}
