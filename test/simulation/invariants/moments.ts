import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import { grouped, type Invariant, posted, type View } from './view.ts';

/* What depends on when something was done, by whom, and of two ways on which one was taken. */

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Longer than this no function of ours runs. */
const LONGEST_RUN = 30_000;

const bookedAt = (view: View, cause: string): number | undefined => {
  const entry = view.at(`ENTRY#${cause}`, 'ENTRY');
  return entry && Number(entry.at);
};

/** Nobody earns after the deadline, and nothing is sent back before it. */
export const ordersEndInTime: Invariant = (view) =>
  view.conversations.flatMap(({ id, deadlineAt, status, reasonCode }) => {
    const answered = bookedAt(view, `answered:${id}`) ?? 0;
    const returned = bookedAt(view, `returned:${id}`) ?? deadlineAt;
    return [
      ...(answered >= deadlineAt ? [`${id} was answered after its deadline`] : []),
      ...(status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER' && returned < deadlineAt
        ? [`${id} expired before its deadline`]
        : []),
    ];
  });

const intentOf = (view: View, { id }: Pick<Conversation, 'id'>) =>
  view.intents.find(({ metadata }) => metadata.conversationId === id);

const isByHand = (view: View, name: string) =>
  view.world.provider.byHand.some((asked) => asked.includes(name));

/**
 * When a run of the schedule finds nothing to do for a hold, because the one before, or one beside it, met a silent
 * provider there and put it off: two minutes, then four, and an hour at the most.
 */
function putOff(view: View, intentId: string, from: number): (at: number) => boolean {
  const failed = view.world.failures.filter(
    ({ process, began, effect: { place, says } }) =>
      process === 'schedule expireConversations' &&
      began > from &&
      (place === 'table' || says.includes(intentId)),
  );
  const runs = [...new Set(failed.map(({ began }) => began))].sort((one, other) => one - other);
  return (at) =>
    runs.some(
      (began, nth) =>
        at > began - LONGEST_RUN && at < began + Math.min(HOUR, MINUTE * 2 ** (nth + 1)),
    );
}

/** A hold does not lapse where the schedule had twelve hours, and ran, to take it, and the provider would have. */
export const holdsAreTakenInTime: Invariant = (view) =>
  view.conversations.flatMap((order) => {
    const intent = intentOf(view, order);
    const charge = intent && view.charges.get(String(intent.latest_charge));
    const lapses = (charge?.payment_method_details?.card?.capture_before ?? 0) * 1_000;
    const lapsed = order.reasonCode === 'HOLD_LAPSED' && intent?.status === 'canceled';
    if (!lapsed || isByHand(view, intent.id)) return [];
    const from = Math.max(order.paidAt, lapses - 12 * HOUR);
    const isPutOff = putOff(view, intent.id, from);
    const ran = view.world.runs.find(
      ({ name, at }) =>
        name === 'expireConversations' && at > from && at < lapses - 1_000 && !isPutOff(at),
    );
    return ran ? [`the hold of ${order.id} was let lapse although the schedule came by`] : [];
  });

/** What we ask the provider to give back is what was decided to go back, and no answer loses its money by us. */
export const onlyWhatWasDecidedGoesBack: Invariant = (view) => {
  const refunds = view.world.provider.all('refunds');
  const orders = new Map(view.conversations.map((one) => [one.id, one]));
  const wrong = refunds.flatMap(({ metadata }) => {
    const order = orders.get(metadata?.conversationId ?? '');
    return order?.net !== undefined ? [`${order.id} was answered, and we gave it back`] : [];
  });
  const lost = view.conversations.flatMap((order) => {
    const intent = intentOf(view, order);
    const gone = bookedAt(view, `lost:${order.id}`) !== undefined;
    if (!gone || !intent || isByHand(view, intent.id)) return [];
    const charge = view.charges.get(String(intent.latest_charge));
    const lapses = charge?.payment_method_details?.card?.capture_before ?? 0;
    return (intent.canceled_at ?? 0) < lapses ? [`we let the money of ${order.id} go`] : [];
  });
  return [...wrong, ...lost];
};

/** The terms of the answer are never worse than those that were agreed. */
export const feesNeverGrow: Invariant = (view) =>
  view.conversations.flatMap(({ id, price, feeTerms }) => {
    const agreed = view.world.witness.agreed.get(id);
    const fee = (terms: { readonly basisPoints: number; readonly fixed: number }) =>
      (price * terms.basisPoints) / 10_000 + terms.fixed;
    return agreed && fee(feeTerms) > fee(agreed) + 0.5 ? [`the fee of ${id} grew`] : [];
  });

/** What was earned by a disputed payment is frozen while and where it is owed, and free once the bank has said no. */
export const disputesFreeze: Invariant = (view) => {
  const byCharge = grouped(view.disputes, ({ charge }) => String(charge));
  return view.conversations.flatMap((order) => {
    const { id, net, recipient, money } = order;
    const intent = intentOf(view, order);
    const disputes = byCharge.get(String(intent?.latest_charge)) ?? [];
    const taking = disputes.filter(({ status }) => ['needs_response', 'lost'].includes(status));
    const account = `user:${recipient.id}`;
    const frozen = -posted(
      view,
      account,
      ({ cause }) => /^(frozen|freed|clawedBack):/.test(cause) && cause.split(':')[1] === id,
    );
    if (net === undefined || money.state === 'RELEASED') return [];
    if (taking.length === 0)
      return frozen === 0 ? [] : [`${id} has ${frozen} cents frozen, and nobody disputes it`];
    const lost = taking.filter(({ status }) => status === 'lost');
    if (lost.some(({ amount }) => amount >= order.price) && frozen < net)
      return [`${id} was lost, and of the ${net} cents it earned ${frozen} are taken back`];
    const whole = taking.some(({ amount }) => amount >= order.price);
    const entries = view.entries.filter(({ cause }) => cause.startsWith(`frozen:${id}:`));
    const at = Math.max(0, ...entries.map((entry) => entry.at));
    // What was there at that moment was frozen, down to nothing; where nothing was frozen, nothing was there.
    const until = at === 0 ? Math.min(...taking.map(({ created }) => created * 1_000)) : at;
    const left = posted(view, account, (entry) => entry.at <= until);
    const wasThere = at === 0 && bookedAt(view, `answered:${id}`) === until;
    return whole && frozen < net && left > 0 && !wasThere
      ? [`of ${net} cents of ${id} that are disputed, ${frozen} are frozen and ${left} were there`]
      : [];
  });
};

/** Whoever is owed something has a payday. */
export const whoIsOwedIsDue: Invariant = (view) =>
  view.users.flatMap(({ id }) => {
    const balance = view.at(`USER#${id}`, 'BALANCE');
    const owed = Number(balance?.balance ?? 0);
    const due = String(balance?.gsi5pk) === 'DUE#PAYOUT' && balance?.gsi5sk !== undefined;
    return owed > 0 && !due ? [`${id} is owed ${owed} cents, and no payday comes`] : [];
  });
