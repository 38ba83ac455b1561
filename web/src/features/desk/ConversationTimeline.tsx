import type { viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { momentWords } from '../../shell/dates.ts';
import { codeWords } from './desk-words.ts';

type Conversation = Output<typeof viewDeskConversation>['data'][number];

/** What happened in a conversation, and its ledger entries, without anything that was written. */
export function ConversationTimeline({ found, now }: { found: Conversation; now: Instant }) {
  const { timeline, ledger, sender, recipient } = found;
  const accountName = (account: string) =>
    [sender, recipient].find(({ id }) => account === `user:${id}`)?.fullName ?? account;
  return (
    <>
      <section className="grid gap-2">
        <h2 className="font-serif text-xl">Timeline</h2>
        <ol className="grid gap-1">
          {timeline.map(({ event, at, amount }) => (
            <li key={`${at} ${event}`} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {codeWords(event)}
                {amount !== null && ` (${formatMoney(amount)})`}
              </span>
              <span className="text-soft">{momentWords(at, now)}</span>
            </li>
          ))}
        </ol>
      </section>
      {ledger.length > 0 && (
        <section className="grid gap-2 overflow-x-auto">
          <h2 className="font-serif text-xl">Ledger</h2>
          <table className="w-full text-left">
            <thead>
              <tr className="text-[0.875rem] text-soft">
                <th className="py-1 font-normal">Entry</th>
                <th className="py-1 font-normal">Account</th>
                <th className="py-1 text-right font-normal">Amount</th>
              </tr>
            </thead>
            <tbody>
              {ledger.flatMap(({ cause, postings }) =>
                postings.map(({ account, amount }, index) => (
                  <tr key={`${cause} ${account}`} className="border-rule border-t align-top">
                    <td className="py-1 pr-3">{index === 0 ? cause.split(':')[0] : ''}</td>
                    <td className="wrap-anywhere py-1 pr-3">{accountName(account)}</td>
                    <td className="py-1 text-right tabular-nums">{formatMoney(amount)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
