import {
  blockProposal,
  releaseProposal,
  reviewProposal,
} from '#functions/desk/refund-proposals.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { statementOf, statementsOf } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf, holdBalance } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import type { Actor } from '#lib/local/deeds/actor.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';
import { endBlockedStep, publishStep } from './block-flows.ts';
import { CLAIM_STEPS } from './claim-flows.ts';
import {
  answeredOrder,
  answerStep,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  type Order,
  pays,
  pendingOrder,
  type Race,
  runStep,
} from './flow-steps.ts';
import { createStaff } from './initial-people.ts';
import { blockAtDesk, runPayday, setUpPayoutsStep } from './payout-flows.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows in which two members of staff move what one may not move alone: one proposes it, and the other decides. */

/** More than one member of staff moves alone, in cents. */
const LARGE = 15_000;

type Outcome = 'UPHELD' | 'REJECTED';

type DeskDeed = (me: Actor) => unknown;

/** An act of a member of staff: a deed, or what returns one when it begins, because an earlier step decides what it is about. */
type Act = { readonly deed: DeskDeed } | { readonly begin: () => Promise<DeskDeed> };

const actStep =
  (staff: Person, act: Act): FlowStep =>
  async (simulation) =>
    simulation.does(staff, 'deed' in act ? act.deed : await act.begin());

/** The decision of the case that a proposal has opened. */
const decision = (caseId: () => string | Promise<string>, outcome: Outcome): Act => ({
  begin: async () => {
    const id = await caseId();
    return (me) => me.decidesCase({ id }, { outcome });
  },
});

/** What is done by two people: what `first` proposes, `second` decides. `afterwards`: what follows from it. */
type Pair = {
  readonly first: Act;
  readonly second: Act;
  readonly afterwards?: readonly FlowStep[];
};

const byTwo = (name: string, prepare: (simulation: Simulation) => Promise<Pair>): Flow => ({
  name: `two people: ${name}`,
  prepare: async (simulation) => {
    const { first, second, afterwards = [] } = await prepare(simulation);
    const [one, other] = [await createStaff(), await createStaff(8)];
    return [actStep(one, first), actStep(other, second), ...afterwards];
  },
});

const part = (order: Ref, amount: string, givenBack?: string): Act => ({
  deed: (me) => me.refundsPart(order, amount, givenBack === undefined ? {} : { givenBack }),
});

/** Prepares an answered message whose claim is contested. */
async function contestedClaim(simulation: Simulation): Promise<Order> {
  const order = await pendingOrder(simulation, LARGE);
  const { sender, recipient, id } = order;
  const claimed = { sender, recipient, id };
  for (const step of [
    answerStep(recipient, id, 'ANSWER'),
    CLAIM_STEPS.claim(claimed),
    CLAIM_STEPS.contest(claimed),
  ])
    await runStep(simulation, step);
  await simulation.deliverAll();
  return order;
}

const storedOrder = async (id: string) => {
  const found = await conversationById(table, id, instant(clock.now()));
  if (!found) throw new Error(`there is no conversation ${id}`);
  return found;
};

const claimRuling = (id: string, outcome: Outcome): Act => ({
  begin: async () => {
    const { caseId = '' } = (await storedOrder(id)).claim ?? {};
    return (me) => me.decidesClaim({ id: caseId }, outcome);
  },
});

const claiming = (outcome: Outcome) =>
  byTwo(`a claim, ${outcome.toLowerCase()}`, async (simulation) => {
    const { id } = await contestedClaim(simulation);
    return { first: claimRuling(id, 'UPHELD'), second: claimRuling(id, outcome) };
  });

/** Prepares a claim that was upheld, and the recipient's appeal against the decision: the id of its case. */
async function appealedClaim(simulation: Simulation): Promise<() => Promise<string>> {
  const { recipient, id } = await contestedClaim(simulation);
  const ruling = claimRuling(id, 'UPHELD');
  await runStep(simulation, actStep(await createStaff(6), ruling));
  await runStep(simulation, actStep(await createStaff(7), ruling));
  await simulation.deliverAll();
  const [statement] = await statementsOf(table, recipient.id);
  if (!statement) throw new Error('the claim was not decided');
  await runStep(
    simulation,
    does(recipient, (me) => me.appeals(statement, { key: 'APPEAL' })),
  );
  await simulation.deliverAll();
  return async () => {
    const found = await statementOf(table, recipient.id, statement.id);
    return String(found?.appeal?.caseId);
  };
}

/** An appeal that gives the recipient the earning of a claim back, at the cost of the platform. */
const restoring = byTwo('an appeal that restores an earning', async (simulation) => {
  const caseId = await appealedClaim(simulation);
  return {
    first: decision(caseId, 'UPHELD'),
    second: decision(caseId, 'UPHELD'),
    afterwards: [jobAfterDays(1, 'expireConversations'), runPayday],
  };
});

async function reportedOrder(simulation: Simulation): Promise<Order> {
  const order = await pendingOrder(simulation, LARGE);
  const { recipient, id: inboxId } = order;
  await runStep(
    simulation,
    does(recipient, (me) => me.reportsLetter({ id: inboxId })),
  );
  await simulation.deliverAll();
  return order;
}

const reviewing = (outcome: 'REFUND' | 'KEEP') =>
  byTwo(`a review, ${outcome.toLowerCase()}`, async (simulation) => {
    const order = await reportedOrder(simulation);
    const { id } = reviewProposal(await storedOrder(order.id), outcome);
    return {
      first: { deed: (me) => me.decidesReview(order, outcome) },
      second: decision(() => id, 'UPHELD'),
    };
  });

const refunding = (bearer: 'platform' | 'recipient', outcome: Outcome) =>
  byTwo(`a refund by the ${bearer}, ${outcome.toLowerCase()}`, async (simulation) => {
    const order = await answeredOrder(simulation, LARGE);
    return {
      first: { deed: (me) => me.refunds(order, { bearer }) },
      second: decision(() => order.id, outcome),
      afterwards: [jobAfterDays(1, 'expireConversations'), runPayday],
    };
  });

/** Who proposes a refund tries to decide it as well. */
const decidingAlone: Flow = {
  name: 'two people: a refund that its proposer decides',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation, LARGE);
    const staff = await createStaff();
    return [
      actStep(staff, { deed: (me) => me.refunds(order) }),
      actStep(
        staff,
        decision(() => order.id, 'UPHELD'),
      ),
    ];
  },
};

/** One person refunds a part, and another part on the next day: together they are more than one person refunds alone. */
const partsOnTwoDays: Flow = {
  name: 'two people: parts on two days',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation, LARGE);
    const staff = await createStaff();
    return [
      actStep(staff, part(order, '30.00')),
      jobAfterDays(1, 'expireConversations'),
      actStep(staff, part(order, '40.00', '30.00')),
    ];
  },
};

/** A payout that is held for a check is released, and the next run sends it. */
const releasing = byTwo('the release of a held payout', async (simulation) => {
  const { recipient } = await heldPayout(simulation);
  const { heldUntil } = (await dueBalanceOf(table, recipient.id)) ?? {};
  if (heldUntil === undefined) throw new Error('no payout is held');
  return {
    first: { deed: (me) => me.releasesPayout(recipient) },
    second: decision(() => releaseProposal(recipient.id, heldUntil).id, 'UPHELD'),
    afterwards: [jobAfterDays(0.01, 'payOut')],
  };
});

async function heldPayout(simulation: Simulation): Promise<Order> {
  const order = await answeredOrder(simulation, LARGE);
  await runStep(simulation, setUpPayoutsStep(order.recipient));
  await simulation.deliverAll();
  await runStep(simulation, runPayday);
  await simulation.deliverAll();
  return order;
}

const blockCase = (userId: string, reason: 'BLOCK' | 'UNBLOCK') =>
  decision(() => blockProposal(userId, reason, instant(clock.now())).id, 'UPHELD');

/** The block of an account to or from which a large message is pending. */
const blocking = (side: 'sender' | 'recipient') =>
  byTwo(`the block of the ${side} of a pending message`, async (simulation) => {
    const { sender, recipient } = await pendingOrder(simulation, LARGE);
    const person = side === 'sender' ? sender : recipient;
    simulation.advanceTo(clock.now() + HOUR);
    return {
      first: { deed: (me) => me.blocksAccount(person) },
      second: blockCase(person.id, 'BLOCK'),
      afterwards: [publishStep, endBlockedStep],
    };
  });

/** The end of the block of somebody who is owed much, which the next payday pays. */
const unblocking = byTwo('the end of a block', async (simulation) => {
  const { recipient } = await answeredOrder(simulation, LARGE);
  await runStep(simulation, setUpPayoutsStep(recipient));
  await simulation.deliverAll();
  await blockAtDesk(simulation, recipient);
  simulation.advanceTo(clock.now() + HOUR);
  return {
    first: { deed: (me) => me.unblocksAccount(recipient) },
    second: blockCase(recipient.id, 'UNBLOCK'),
    afterwards: [runPayday],
  };
});

export const SECOND_PERSON_FLOWS: readonly Flow[] = [
  claiming('UPHELD'),
  claiming('REJECTED'),
  restoring,
  reviewing('REFUND'),
  reviewing('KEEP'),
  refunding('platform', 'UPHELD'),
  refunding('recipient', 'UPHELD'),
  refunding('platform', 'REJECTED'),
  decidingAlone,
  partsOnTwoDays,
  releasing,
  blocking('sender'),
  blocking('recipient'),
  unblocking,
];

/** Prepares what two people do at once, each alone: together it is more than one person moves alone. */
const atOnce = (name: string, acts: (order: Order) => readonly [Act, Act]): Race => ({
  name: `two people: ${name}`,
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation, LARGE);
    const [one, other] = acts(order);
    return [actStep(await createStaff(), one), actStep(await createStaff(8), other)];
  },
});

/** Two people decide the same claim: each proposes it, and the later one may be the second person of the earlier. */
const claimAtOnce: Race = {
  name: 'two people: a claim upheld by both at once',
  prepare: async (simulation) => {
    const { id } = await contestedClaim(simulation);
    const ruling = claimRuling(id, 'UPHELD');
    return [actStep(await createStaff(), ruling), actStep(await createStaff(8), ruling)];
  },
};

/** A small payout is released and a small pending message is given back: together they are more than one person moves alone. */
const releaseAndBlock: Race = {
  name: 'two people: a release and a block at once',
  prepare: async (simulation) => {
    const { sender, recipient } = await answeredOrder(simulation, 4_900);
    await runStep(simulation, pays(sender, recipient, { price: '49.00' }));
    await simulation.deliverAll();
    const due = await dueBalanceOf(table, recipient.id);
    const now = instant(clock.now());
    if (!due) throw new Error('nothing is owed');
    await holdBalance(table, recipient.id, due, ['ONE_SENDER'], later(now, 30 * DAY), now);
    simulation.advanceTo(clock.now() + HOUR);
    return [
      actStep(await createStaff(), { deed: (me) => me.releasesPayout(recipient) }),
      actStep(await createStaff(8), { deed: (me) => me.blocksAccount(recipient) }),
    ];
  },
};

export const SECOND_PERSON_RACES: readonly Race[] = [
  releaseAndBlock,
  atOnce('two parts at once', (order) => [part(order, '30.00'), part(order, '40.00')]),
  atOnce('a part and a refund in full at once', (order) => [
    part(order, '30.00'),
    { deed: (me) => me.refunds(order) },
  ]),
  claimAtOnce,
];
