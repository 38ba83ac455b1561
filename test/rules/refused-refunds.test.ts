import { expect, test } from '@jest/globals';
import { cents, ZERO } from '../../shared/money.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import type { ChargeSummary } from '../../shared/rules/conversations/disputes.ts';
import { applyPaymentStatus } from '../../shared/rules/conversations/payment-status.ts';
import { HOUR, instant } from '../../shared/time.ts';

/* Refused refunds of $25.00 after a bank took back $4.00, including later decisions of the bank in our favor. */

const NOW = instant(30 * 24 * HOUR);

const DISPUTED: ChargeSummary = {
  received: cents(2_500),
  refunded: ZERO,
  chargedBack: cents(400),
  fees: cents(1_500),
  disputed: cents(400),
  dispute: 'OPEN',
};
const LOST: ChargeSummary = { ...DISPUTED, dispute: 'LOST' };
const STUCK: ChargeSummary = { ...LOST, stuck: true };
const WON: ChargeSummary = { ...DISPUTED, chargedBack: ZERO, disputed: ZERO, dispute: 'WON' };

const declined = {
  id: 'one',
  status: 'DECLINED',
  price: cents(2_500),
  recipient: { id: 'ana' },
  sender: { id: 'ben' },
  money: { state: 'REFUNDED', intentId: 'pi_1', owed: 'giveBack', tryAt: NOW, tries: 3 },
  history: [],
} as unknown as Conversation;

/**
 * Applies these charge summaries in turn. Returns the conversation, the amount booked as held, and the number of
 * alerts.
 */
function after(...looks: readonly ChargeSummary[]) {
  let [c, held, calls] = [declined, 0, 0];
  for (const chargeSummary of looks) {
    const step = applyPaymentStatus(
      c,
      { is: 'charged', intentId: 'pi_1', chargeSummary: chargeSummary },
      NOW,
    );
    const postings = step?.entry?.postings ?? [];
    held += postings.find(({ account }) => account === 'held')?.amount ?? 0;
    calls += step?.domainEvent?.type === 'refund.failed' ? 1 : 0;
    c = step?.next ?? c;
  }
  const { state, owed } = c.money;
  return { state, owed, held, calls };
}

const OWED = { state: 'CHARGED', owed: undefined, held: 2_100, calls: 1 };

test('a refund that is refused during a dispute is requested again', () => {
  expect(after(DISPUTED)).toMatchObject({ owed: 'giveBack', held: 0, calls: 0 });
});

test('a refund that is refused after a dispute is owed to the sender', () => {
  expect(after(STUCK)).toEqual(OWED);
  expect(after(STUCK, LOST, STUCK, LOST)).toEqual(OWED);
});

test('a payment status from before the dispute is ignored', () => {
  const { dispute: _none, ...early } = DISPUTED;
  expect(after(STUCK, { ...early, chargedBack: ZERO })).toEqual(OWED);
});

test('a won dispute after a refused refund refunds the whole payment to the card', () => {
  expect(after(STUCK, LOST, WON)).toMatchObject({ state: 'REFUNDED', owed: 'giveBack' });
  const back = { ...WON, refunded: cents(2_500) };
  expect(after(STUCK, LOST, WON, back)).toEqual({
    state: 'REFUNDED',
    owed: undefined,
    held: 0,
    calls: 1,
  });
});

test('a second dispute over the rest of a refused refund leaves nothing owed', () => {
  const both: ChargeSummary = { ...LOST, chargedBack: cents(2_500), disputed: cents(2_500) };
  expect(after(STUCK, both)).toMatchObject({ state: 'REFUNDED', owed: undefined, held: 0 });
});

test('a manual refund of a part leaves the other part owed, without another alert', () => {
  expect(after(STUCK, { ...LOST, refunded: cents(600) })).toEqual({ ...OWED, held: 1_500 });
});
