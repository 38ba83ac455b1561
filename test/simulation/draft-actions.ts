import { offerOf, tierIdOf } from '#functions/conversations/offers.ts';
import type { ContactRelation } from '#functions/storage/contacts/contact-item.ts';
import { contactKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { letterTo } from '#lib/local/deeds/conversations.ts';
import { QUESTION, SUBJECT } from '#lib/local/deeds/texts.ts';
import { filesFor, pairWithFile } from './attachment-actions.ts';
import type { Action, HistoryRun } from './history-run.ts';
import { accountOf, type Person } from './people.ts';
import { clock, type Input } from './simulation.ts';

/* Actions of senders before a message is sent: writing, discarding and paying for a draft. */

export const CARDS = {
  pm_card_visa: 12,
  pm_card_chargeDeclined: 2,
  pm_card_authenticationRequired: 5,
  pm_card_createDispute: 1,
  pm_card_createDisputeInquiry: 1,
  pm_card_chargeCustomerFail: 1,
} as const;

type Pair = { readonly sender: Person; readonly recipient: Person };

function somePair({ random, people }: HistoryRun): Pair {
  const sender = random.pick(people);
  return { sender, recipient: random.pick(people.filter((one) => one !== sender)) };
}

/** The sender and recipient of an order or a draft. */
function pairOf({ people }: HistoryRun, senderId: string, recipientId: string): Pair | undefined {
  const [sender, recipient] = [senderId, recipientId].map((id) =>
    people.find((one) => one.id === id),
  );
  return sender && recipient && { sender, recipient };
}

const draftOf = ({ simulation }: HistoryRun, { sender, recipient }: Pair) =>
  simulation.world.drafts.current.find(
    ({ senderId, recipientId }) => senderId === sender.id && recipientId === recipient.id,
  );

/** Picks a sender and recipient with a draft between them, preferring those with a payment in progress. */
function pairWithDraft(run: HistoryRun): Pair | undefined {
  const { simulation, random } = run;
  const { recorder, drafts } = simulation.world;
  const sent = new Set(drafts.current.map(({ id }) => id));
  const paying = [...recorder.conversations.values()].filter(
    ({ status, draft }) => status === 'PAYING' && sent.has(draft?.id ?? ''),
  );
  if (paying.length > 0 && random.chance(0.8)) {
    const { sender, recipient } = random.pick(paying);
    return pairOf(run, sender.id, recipient.id);
  }
  if (drafts.current.length === 0) return undefined;
  const { senderId, recipientId } = random.pick(drafts.current);
  return pairOf(run, senderId, recipientId);
}

/** Saves a draft over its newest version or, as another device would, over an older one. */
export const writeDraft: Action = async (run) => {
  const { random } = run;
  const pair = (random.chance(0.6) ? pairWithDraft(run) : undefined) ?? somePair(run);
  const draft = draftOf(run, pair);
  const word = run.nextWord();
  const version = draft && Math.max(1, draft.version - (random.chance(0.1) ? 1 : 0));
  const replaced = draft && version && random.chance(0.95) ? { id: draft.id, version } : undefined;
  const attachments = await filesFor(run, pair.sender, { to: pair.recipient }, 'keep');
  await run.does(pair.sender, (me) =>
    me.savesDraft(pair.recipient, {
      subject: `${SUBJECT} ${word}`,
      text: `${QUESTION}<p>${word}</p>`,
      attachments,
      draft: replaced,
    }),
  );
};

export const discardDraft: Action = async (run) => {
  const pair = pairWithDraft(run);
  const draft = pair && draftOf(run, pair);
  if (!draft) return;
  await run.does(pair.sender, (me) => me.discardsDraft(pair.recipient, draft));
};

/**
 * The draft fields that the sender's device sends: the saved draft, an outdated version, or text that was never
 * saved.
 */
function draftInput(run: HistoryRun, pair: Pair): Input {
  const draft = draftOf(run, pair);
  if (!draft || run.random.chance(0.1)) return {};
  const { id: draftId, version, subject: messageSubject, text: messageText } = draft;
  const shown = run.random.weighted({ present: 8, outdated: 1, unsaved: 1 });
  return {
    draftId,
    draftVersion: shown === 'outdated' ? Math.max(1, version - 1) : version,
    messageSubject,
    messageText: shown === 'unsaved' ? `${messageText}<p>And this.</p>` : messageText,
  };
}

/**
 * What the sender's page shows of a recipient: usually a tier if there are any, the answers to their questions, and the price, also that of
 * a contact. Sometimes the price is outdated or missing, which is refused.
 */
async function shownOffer({ random }: HistoryRun, { sender, recipient }: Pair) {
  const account = await accountOf(clock, recipient);
  if (!account) return undefined;
  const relation = await table.get<ContactRelation>(contactKey(recipient.id, sender.id));
  const ownPrice = relation?.terms?.is === 'OWN' ? relation.terms.price : undefined;
  const { tiers = [], prompts = [] } = account;
  const tier = tiers.length > 0 && random.chance(0.7) ? random.pick(tiers) : undefined;
  const tierId = tier && tierIdOf(tier);
  const { price } = offerOf({ ...account, ownPrice }, tierId) ?? { price: 0 };
  const shown = random.chance(0.05) ? 199 : price;
  const answers = prompts.map(({ question }) => ({ question, text: 'About ninety years.' }));
  return {
    ...(tierId && { tierId }),
    ...(answers.length > 0 && { answers: JSON.stringify(answers) }),
    price: random.chance(0.98) ? (shown / 100).toFixed(2) : undefined,
  };
}

export const pay: Action = async (run) => {
  const { random } = run;
  const drafted = random.chance(0.5) ? run.simulation.world.drafts.current : [];
  const { senderId = '', recipientId = '' } = drafted.length > 0 ? random.pick(drafted) : {};
  const pair = pairWithFile(run) ?? pairOf(run, senderId, recipientId) ?? somePair(run);
  const { sender, recipient } = pair;
  const offer = await shownOffer(run, pair);
  if (!offer) return;
  const { card: savedCard } = (await accountOf(clock, sender)) ?? {};
  const fromFile = random.chance(savedCard ? 0.6 : 0.1);
  const input = { ...offer, ...draftInput(run, pair) };
  const card = fromFile ? undefined : random.weighted(CARDS);
  const byOldName = fromFile && random.pick([false, true]);
  const key = random.chance(0.8) ? run.nextKey() : undefined;
  const attachments = await filesFor(run, sender, { to: recipient });
  await run.does(sender, (me) =>
    byOldName
      ? me.calls('createOrder', { ...letterTo(recipient, { attachments }), ...input }, { key })
      : me.pays(recipient, { attachments, card, nameOnCard: `${sender.name} Person`, input, key }),
  );
};
