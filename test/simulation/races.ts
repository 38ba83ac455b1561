import { HOUR, MINUTE } from '../../shared/time.ts';
import type { Failure } from './crash-points.ts';
import type { TableEngine } from './engine.ts';
import { violationsOf } from './invariants/all.ts';
import { ANSWER, does, earned, LETTER, type Move, orderFor, paid, written } from './moves.ts';
import { toPayday } from './payout-flows.ts';
import { plant } from './people.ts';
import { clock, heal, type Stage } from './stage.ts';
import { nextStage } from './theatre.ts';

/*
 * Two who are faster than each other: one of them is stopped at each of its effects in turn while the other comes and goes,
 * and then goes on. Nobody crashes and nothing is lost; only the order decides.
 */

export type Race = {
  readonly name: string;
  readonly prepare: (stage: Stage) => Promise<readonly [Move, Move]>;
};

type Pair = { readonly [name: string]: (sender: Who, recipient: Who, inboxId: string) => Move };
type Who = Parameters<typeof does>[0];

/** What may happen to an order that waits, at any moment. */
const MOVES = {
  answer: (_, recipient, inboxId) =>
    does(
      recipient,
      'createInboxMessage',
      {
        inboxId,
        conversationStatus: 'OPEN',
        messageBody: ANSWER,
      },
      'ANSWER',
    ),
  cancel: (sender, _, inboxId) =>
    does(sender, 'cancelOrder', { inboxId, reasonCode: 'MISTAKE' }, 'CANCEL'),
  decline: (_, recipient, inboxId) => does(recipient, 'declineInbox', { inboxId }, 'DECLINE'),
  report: (_, recipient, inboxId) =>
    does(recipient, 'reportInbox', { inboxId, reasonCode: 'SPAM_PHISHING' }, 'REPORT'),
  sweep: () => (stage) => stage.job('expireConversations'),
} as const satisfies Pair;
type MoveName = keyof typeof MOVES;

const NAMES = Object.keys(MOVES) as MoveName[];
/** The hold is about to lapse. */
const LAPSING = 7 * 24 * HOUR - 11 * HOUR;

const endings: readonly Race[] = NAMES.flatMap((one) =>
  NAMES.filter((other) => other !== one).map((other) => ({
    name: `${one} and ${other}`,
    prepare: async (stage: Stage) => {
      const [sender, recipient, id] = await paid(stage);
      if (one === 'sweep' || other === 'sweep') stage.pass(clock.now() + LAPSING);
      return [MOVES[one](sender, recipient, id), MOVES[other](sender, recipient, id)] as const;
    },
  })),
);

const twoOrders: Race = {
  name: 'two orders of one pair',
  prepare: async () => {
    const [sender, recipient] = [await plant(clock, 0), await plant(clock, 1)];
    const order = orderFor(recipient, {
      creditCardName: 'Ana Person',
      paymentMethodId: 'pm_card_visa',
    });
    return [
      does(sender, 'createInboxWithPayment', order, 'ONE'),
      does(sender, 'createInboxWithPayment', order, 'OTHER'),
    ];
  },
};

const sameOrder: Race = {
  name: 'one order, asked for twice',
  prepare: async () => {
    const [sender, recipient] = [await plant(clock, 0), await plant(clock, 1)];
    const order = orderFor(recipient, {
      creditCardName: 'Ana Person',
      paymentMethodId: 'pm_card_visa',
    });
    const pay = does(sender, 'createInboxWithPayment', order, 'KEY');
    return [pay, pay];
  },
};

/** A letter is paid for, and its sender does something else with it on another device. */
const drafts: readonly Race[] = (
  ['saveDraft', 'deleteDraft', 'createInboxWithPayment'] as const
).map((operation) => ({
  name: `paying for a draft and ${operation}`,
  prepare: async (stage) => {
    const { sender, recipient, named, paying } = await written(stage);
    const order = paying('pm_card_visa');
    const newer = { ...LETTER, messageSubject: 'Dry winters, and damp summers' };
    const input = {
      saveDraft: { recipientId: recipient.id, ...newer, ...named },
      deleteDraft: { recipientId: recipient.id, ...named },
      createInboxWithPayment: order,
    }[operation];
    return [
      does(sender, 'createInboxWithPayment', order, 'ONE'),
      does(sender, operation, input, operation === 'createInboxWithPayment' ? 'OTHER' : undefined),
    ];
  },
}));

/** The same call twice at once, as after a lost answer. */
const repeats: readonly Race[] = (['answer', 'cancel', 'decline', 'report'] as const).map(
  (name) => ({
    name: `${name}, asked for twice`,
    prepare: async (stage) => {
      const [sender, recipient, id] = await paid(stage);
      const move = MOVES[name](sender, recipient, id);
      return [move, move];
    },
  }),
);

/** Twice at once, and beside them something that moves what is owed. */
const payouts: readonly Race[] = [
  {
    name: 'two runs of the payouts',
    prepare: async (stage) => {
      const recipient = await earned(stage);
      await onboarded(stage, recipient);
      return [toPayday, (now) => now.job('payOut')];
    },
  },
];

async function onboarded(stage: Stage, recipient: Who): Promise<void> {
  await stage.driver.finish(await stage.call(recipient, 'createPayoutSetupLink', {}));
  for (const { token } of stage.world.provider.all('accountLinks'))
    stage.world.provider.onboard(token, 'READY');
  await stage.bring((process) => stage.driver.finish(process));
}

const upgrades: Race = {
  name: 'two presses on a plan',
  prepare: async (stage) => {
    const person = await plant(clock, 0);
    await stage.driver.finish(
      await stage.call(person, 'updatePaymentMethod', { paymentMethodId: 'pm_card_visa' }),
    );
    await stage.bring((process) => stage.driver.finish(process));
    const press = (licenseId: string) => does(person, 'upgradeSubscription', { licenseId });
    return [press('STARTER'), press('PROFESSIONAL')];
  },
};

export const RACES: readonly Race[] = [
  ...endings,
  twoOrders,
  sameOrder,
  ...drafts,
  ...repeats,
  ...payouts,
  upgrades,
];

/** No function has as many effects; one that never ends would be a fault of its own. */
const MOST = 100;

/** The second comes and goes before each effect of the first. Answers at how many points it did, and what failed. */
export async function everyRace(
  engine: TableEngine,
  race: Race,
): Promise<{ readonly points: number; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  let points = 0;
  for (let at = 0; at < MOST; at += 1) {
    const stage = await nextStage(1);
    const { driver } = stage;
    const [first, second] = await race.prepare(stage);
    const slow = await first(stage);
    for (let done = 0; done < at && slow.lives; done += 1) await driver.step(slow);
    if (!slow.lives) break;
    points += 1;
    await driver.finish(await second(stage));
    await driver.finish(slow);
    await heal(stage);
    const soon = violationsOf(stage, await engine.dump());
    stage.pass(clock.now() + 11 * 24 * HOUR + MINUTE);
    await heal(stage, 'short');
    const violations = [...soon, ...violationsOf(stage, await engine.dump())];
    if (violations.length > 0)
      failures.push({
        ...{ flow: race.name, helper: 'client', points: [{ at, when: 'dieBefore' }] },
        ...{ violations, steps: driver.steps },
      });
  }
  return { points, failures };
}
