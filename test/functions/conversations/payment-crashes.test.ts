import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler as confirmInboxPayment } from '../../../functions/conversations/confirmInboxPayment.ts';
import { handler as expireConversations } from '../../../functions/jobs/expireConversations.ts';
import { handler as finishPayments } from '../../../functions/jobs/finishPayments.ts';
import { userById } from '../../../functions/storage/accounts/users.ts';
import {
  changeConversation,
  lockHolder,
} from '../../../functions/storage/conversations/conversations.ts';
import { draftTo as storedDraft } from '../../../functions/storage/conversations/drafts.ts';
import { boxOf } from '../../../functions/storage/conversations/list-counters.ts';
import { monthOfUser } from '../../../functions/storage/month-counters.ts';
import { table } from '../../../functions/storage/table.ts';
import { DAY, HOUR, later, MINUTE } from '../../../shared/time.ts';
import { type Answer, call, lambdaContext } from '../../support/call.ts';
import { runProcess, watchEffects } from '../../support/crash.ts';
import { type DraftRef, draftTo } from '../../support/drafts.ts';
import { agree, ledgerOf, postAllEvents, runSchedules } from '../../support/money.ts';
import {
  answer,
  cancel,
  decline,
  newRecipient,
  PRICE,
  pay,
  payWithCard,
  pendingOrder,
  QUESTION,
  report,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { askSupport, supportOf } from '../../support/tickets.ts';
import { startWorld, type World } from '../../support/world.ts';

/*
 * The process dies before or after each of its effects in turn. Then the healthy world goes on with its schedules and
 * Stripe's webhooks, and the order must come to one of its ends, in the ledger and at Stripe alike.
 */

let world: World;
beforeAll(watchEffects);

type Pair = { readonly sender: Person; readonly recipient: Person };
/** Two people, and the letter that the one has written to the other and not sent. */
type Writing = Pair & { readonly draft: DraftRef };

/** Lets `scenario` die at each effect in turn, until it lives through; answers how many effects it has. */
async function dieEverywhere(
  scenario: (kill: <Result>(work: () => Promise<Result>) => Promise<boolean>) => Promise<void>,
): Promise<number> {
  for (const when of ['before', 'after'] as const) {
    for (let dieAt = 1; ; dieAt += 1) {
      let lived = true;
      world = await startWorld();
      await scenario(async (work) => {
        lived = (await runProcess(dieAt, when, work)).is === 'lived';
        return lived;
      });
      await world.stop();
      if (!lived) continue;
      if (when === 'before') break;
      return dieAt - 1;
    }
  }
  return 0;
}

/** What the world does by itself: the webhooks come, in any order, and the schedules run until nothing is due. */
async function heal(by: 'sweep' | 'webhook'): Promise<void> {
  if (by === 'webhook') await postAllEvents(world);
  world.advance(3 * MINUTE);
  await world.stripe.runDue();
  await runSchedules();
  world.advance(3 * MINUTE);
  await runSchedules();
  await agree(world);
}

/** The accounts that are not at zero. Each scenario has a world of its own, so they are of its order alone. */
async function owed(): Promise<Record<string, number>> {
  const accounts = Object.entries(await ledgerOf(world));
  return Object.fromEntries(accounts.filter(([, balance]) => balance !== 0));
}

const PAID = { held: PRICE, 'card:clearing': -PRICE };

async function pair(cardOnFile: boolean): Promise<Writing> {
  const [sender, recipient] = [await newPerson(world), await newRecipient(world)];
  if (cardOnFile) {
    const id = (await payWithCard(sender, await newRecipient(world))).body.data[0].id;
    await cancel(sender, id);
  }
  return { sender, recipient, draft: await draftTo(sender, recipient) };
}

/** The order is either paid, pending and locked, and its draft is gone, or it never was; nothing in between. */
async function expectPaidOrGone({ sender, recipient }: Writing) {
  const now = world.now();
  const lock = await lockHolder(table, sender.user.id, recipient.user.id);
  const { reservedCount } = await monthOfUser(table, recipient.user.id, now);
  const entries = await owed();
  const draft = await storedDraft(table, sender.user.id, recipient.user.id, now);
  if (lock) {
    expect(draft).toBeUndefined();
    expect(await seenBySender(world, sender, lock)).toMatchObject({ status: 'PENDING' });
    expect(entries).toEqual(PAID);
    expect(reservedCount).toBe(1);
    return 'paid';
  }
  expect(draft).toMatchObject({ version: 1, text: QUESTION });
  expect(entries).toEqual({});
  expect(reservedCount).toBe(0);
  return 'gone';
}

describe.each(['sweep', 'webhook'] as const)(
  'whatever kills the process, the %s brings to one end',
  (by) => {
    test('paying with the card on file', async () => {
      const effects = await dieEverywhere(async (kill) => {
        const two = await pair(true);
        const lived = await kill(() => pay(two.sender, two.recipient, two.draft));
        await heal(by);
        const end = await expectPaidOrGone(two);
        if (lived) expect(end).toBe('paid');
      });
      expect(effects).toBeGreaterThanOrEqual(3);
    }, 120_000);

    test('paying with a new card', async () => {
      await dieEverywhere(async (kill) => {
        const two = await pair(false);
        await kill(() => payWithCard(two.sender, two.recipient, 'pm_card_visa', two.draft));
        await heal(by);
        const end = await expectPaidOrGone(two);
        const { card } = (await userById(table, two.sender.user.id, world.now())) ?? {};
        expect(card === undefined).toBe(end === 'gone');
      });
    }, 120_000);

    test('paying with a card that is declined', async () => {
      await dieEverywhere(async (kill) => {
        const two = await pair(false);
        await kill(() =>
          payWithCard(two.sender, two.recipient, 'pm_card_chargeDeclined', two.draft),
        );
        await heal(by);
        expect(await expectPaidOrGone(two)).toBe('gone');
      });
    }, 120_000);

    test('confirming with the bank', async () => {
      await dieEverywhere(async (kill) => {
        const two = await pair(false);
        await kill(async () => {
          const asked = await payWithCard(
            two.sender,
            two.recipient,
            'pm_card_authenticationRequired',
            two.draft,
          );
          confirmAtBank(asked);
          const { inboxId } = asked.body;
          return call(confirmInboxPayment, { inboxId }, { token: two.sender.token });
        });
        // The first run may only learn that the bank waits; then nobody knows better until its time is over.
        world.advance(3 * MINUTE);
        await runSchedules();
        world.advance(31 * MINUTE);
        await heal(by);
        await expectPaidOrGone(two);
      });
    }, 120_000);

    test.each([
      ['an answer', (two: Pair, id: string) => answer(two.recipient, id), 'OPEN', 'CHARGED'],
      [
        'a cancelled order',
        (two: Pair, id: string) => cancel(two.sender, id),
        'CANCELLED',
        'RELEASED',
      ],
      [
        'a declined message',
        (two: Pair, id: string) => decline(two.recipient, id, 'Not my subject'),
        'DECLINED',
        'RELEASED',
      ],
      [
        'a report that gives back',
        (two: Pair, id: string) => report(two.recipient, id, 'IGNORE'),
        'REPORTED',
        'RELEASED',
      ],
      [
        'a report to review',
        (two: Pair, id: string) => report(two.recipient, id),
        'REPORTED',
        'IN_REVIEW',
      ],
    ])(
      '%s',
      async (_name, act, status, moneyState) => {
        await dieEverywhere(async (kill) => {
          const { id, ...two } = await pendingOrder(world);
          const lived = await kill(() => act(two, id));
          await heal(by);
          const seen = await seenBySender(world, two.sender, id);
          if (seen.status === 'PENDING') {
            expect(lived).toBe(false);
            expect(await owed()).toEqual(PAID);
            return;
          }
          expect(seen).toMatchObject({ status, moneyState });
          expect(await owed()).toEqual(
            {
              OPEN: {
                'card:clearing': -PRICE,
                [`user:${two.recipient.user.id}`]: 2_200,
                'platform:fees': 300,
              },
              CANCELLED: {},
              DECLINED: {},
              REPORTED:
                moneyState === 'IN_REVIEW'
                  ? { 'card:clearing': -PRICE, 'platform:review': PRICE }
                  : {},
            }[status],
          );
        });
      },
      120_000,
    );

    test('a hold that is about to lapse, and then the deadline', async () => {
      await dieEverywhere(async (kill) => {
        const { id, sender } = await pendingOrder(world);
        world.advance(7 * DAY - 11 * HOUR);
        await kill(() => expireConversations({}, lambdaContext()));
        await heal(by);
        expect(await seenBySender(world, sender, id)).toMatchObject({
          status: 'PENDING',
          moneyState: 'CHARGED',
        });
        expect(await owed()).toEqual(PAID);
        world.advance(3 * DAY + 12 * HOUR);
        await kill(() => expireConversations({}, lambdaContext()));
        await heal(by);
        expect(await seenBySender(world, sender, id)).toMatchObject({
          status: 'EXPIRED',
          moneyState: 'REFUNDED',
          reasonCode: 'RETURN_TO_SENDER',
        });
        expect(await owed()).toEqual({});
      });
    }, 240_000);

    test('the deadline, while the money is only held', async () => {
      await dieEverywhere(async (kill) => {
        const { id, sender } = await pendingOrder(world);
        // The other way round than cards have it today: the hold outlasts the deadline.
        await changeConversation(table, id, world.now(), (found) => ({
          next: { ...found, deadlineAt: later(found.paidAt, 5 * DAY) },
        }));
        world.advance(5 * DAY);
        await kill(() => expireConversations({}, lambdaContext()));
        await heal(by);
        expect(await seenBySender(world, sender, id)).toMatchObject({
          status: 'EXPIRED',
          moneyState: 'RELEASED',
          reasonCode: 'RETURN_TO_SENDER',
        });
        expect(await owed()).toEqual({});
      });
    }, 120_000);

    test('the sweep itself', async () => {
      await dieEverywhere(async (kill) => {
        const two = await pair(true);
        // The process that paid is gone right after the hold: two counted limits, the order, the hold.
        await runProcess(4, 'after', () => pay(two.sender, two.recipient, two.draft));
        world.advance(3 * MINUTE);
        await kill(() => finishPayments({}, lambdaContext()));
        await heal(by);
        expect(await expectPaidOrGone(two)).toBe('paid');
      });
    }, 120_000);

    test('the webhook itself', async () => {
      await dieEverywhere(async (kill) => {
        const two = await pair(true);
        await runProcess(4, 'after', () => pay(two.sender, two.recipient, two.draft));
        await kill(() => postAllEvents(world));
        await heal(by);
        expect(await expectPaidOrGone(two)).toBe('paid');
      });
    }, 120_000);
  },
);

function confirmAtBank(asked: Answer): void {
  expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
  const intentId = String(asked.body.clientSecret).split('_secret')[0] ?? '';
  world.stripe.authenticate(intentId, 'authenticated');
}

test('a help ticket is there whole or not at all, and asking again makes it one', async () => {
  const effects = await dieEverywhere(async (kill) => {
    const [support, sender] = [await supportOf(world), await newPerson(world)];
    await kill(() => askSupport(sender, {}, 'ticket'));
    const again = await askSupport(sender, {}, 'ticket');
    const lock = await lockHolder(table, sender.user.id, support.user.id);
    expect([again.http, again.body.data[0].id]).toEqual([200, lock]);
    expect(await boxOf(table, sender.user.id, 'ORDERS')).toMatchObject({ ALL: 1, PENDING: 1 });
    expect(await boxOf(table, support.user.id, 'INBOX')).toMatchObject({ ALL: 1, PENDING: 1 });
    expect(await owed()).toEqual({});
    await agree(world);
  });
  expect(effects).toBeGreaterThanOrEqual(1);
}, 60_000);

test('the answer to a help ticket is there whole or not at all, and moves no money', async () => {
  await dieEverywhere(async (kill) => {
    const [support, sender] = [await supportOf(world), await newPerson(world)];
    const id = (await askSupport(sender)).body.data[0].id;
    const lived = await kill(() => answer(support, id));
    await heal('sweep');
    const seen = await seenBySender(world, sender, id);
    if (lived) expect(seen.status).toBe('OPEN');
    expect(['OPEN', 'PENDING']).toContain(seen.status);
    expect(await owed()).toEqual({});
  });
}, 60_000);
