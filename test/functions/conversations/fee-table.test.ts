import { afterEach, expect, test } from '@jest/globals';
import { DEFAULT_FEES, type FeeTable } from '#shared/rules/conversations/fees.ts';
import { expectLedgerMatchesStripe, ledgerOf } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Fee changes while messages are pending. All messages cost $25.00, and their recipients are on the free plan. */

/** A fee of $3.00 on $25.00. */
const BEFORE = DEFAULT_FEES;
/** A fee of $6.00 on $25.00. */
const DEARER: FeeTable = { ...DEFAULT_FEES, FREE: { percent: 22, cents: 50 } };
/** A fee of $2.11 on $25.00: 7.25 % are $1.8125. */
const CHEAPER: FeeTable = {
  FREE: { percent: 7.25, cents: 30 },
  STARTER: { percent: 5, cents: 30 },
  PROFESSIONAL: { percent: 5, cents: 30 },
};

const world = worldOfFile();
afterEach(() => deploy(BEFORE));

/** Deploys other fees: each function reads the new settings at its next call. */
function deploy(fees: FeeTable): void {
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, fees });
}

/** Answers a message. Returns the ledger postings in cents, and what the recipient sees. */
async function answered(recipient: Person, id: string) {
  const before = await ledgerOf(world);
  await recipient.answers({ id });
  await expectLedgerMatchesStripe(world);
  const after = await ledgerOf(world);
  const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
  return {
    fee: moved('platform:fees'),
    net: moved(`user:${recipient.user.id}`),
    held: moved('held'),
    ...(await shown(recipient, id)),
  };
}

/** Returns what the recipient sees: the net in the inbox, and the ledger line with its fee terms. */
async function shown(recipient: Person, id: string) {
  const { netEarnings } = await recipient.seesAsRecipient({ id });
  const { data: lines } = await recipient.ledger();
  const line = lines.find(({ conversationId }) => conversationId === id);
  return {
    earnings: netEarnings,
    line: line && [line.fee, line.feePercent, line.feeFixed],
  };
}

test('a fee increase applies to later payments, not to pending messages', async () => {
  const waiting = await pendingOrder(world);
  deploy(DEARER);
  expect((await shown(waiting.recipient, waiting.id)).earnings).toBe(22);
  expect(await answered(waiting.recipient, waiting.id)).toEqual({
    fee: 300,
    net: 2_200,
    held: -2_500,
    earnings: 22,
    line: [3, 10, 0.5],
  });
  const later = await pendingOrder(world);
  expect((await shown(later.recipient, later.id)).earnings).toBe(19);
  expect(await answered(later.recipient, later.id)).toEqual({
    fee: 600,
    net: 1_900,
    held: -2_500,
    earnings: 19,
    line: [6, 22, 0.5],
  });
});

test('a fee decrease applies to pending messages too, to the cent', async () => {
  const { recipient, id } = await pendingOrder(world);
  deploy(CHEAPER);
  expect(await answered(recipient, id)).toEqual({
    fee: 211,
    net: 2_289,
    held: -2_500,
    earnings: 22.89,
    line: [2.11, 7.25, 0.3],
  });
});

test('an answer is charged the lower of the fees at the times of payment and answer', async () => {
  const { recipient, id } = await pendingOrder(world);
  deploy(CHEAPER);
  deploy(DEARER);
  expect(await answered(recipient, id)).toMatchObject({ fee: 300, net: 2_200 });
});

test('answered messages keep their booked fee', async () => {
  const { recipient, order } = await pendingOrder(world);
  const { earnings, line } = await answered(recipient, order.id);
  const booked = await ledgerOf(world);
  for (const fees of [DEARER, CHEAPER]) {
    deploy(fees);
    expect(await shown(recipient, order.id)).toEqual({ earnings, line });
    await recipient.answers(order);
    expect(await ledgerOf(world)).toEqual(booked);
  }
});
