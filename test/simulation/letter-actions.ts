import type { Action } from './everyday.ts';
import { orderFor, QUESTION } from './moves.ts';
import { accountOf, type Person } from './people.ts';
import type { Play } from './play.ts';
import { clock, type Input } from './stage.ts';

/* What senders do before they have sent a letter: they write it, discard it, and pay for it. */

export const CARDS = {
  pm_card_visa: 12,
  pm_card_chargeDeclined: 2,
  pm_card_authenticationRequired: 5,
  pm_card_createDispute: 1,
  pm_card_createDisputeInquiry: 1,
  pm_card_chargeCustomerFail: 1,
} as const;

type Pair = { readonly sender: Person; readonly recipient: Person };

function somePair({ dice, people }: Play): Pair {
  const sender = dice.pick(people);
  return { sender, recipient: dice.pick(people.filter((one) => one !== sender)) };
}

/** The two of an order or a draft. */
function pairOf({ people }: Play, senderId: string, recipientId: string): Pair | undefined {
  const [sender, recipient] = [senderId, recipientId].map((id) =>
    people.find((one) => one.id === id),
  );
  return sender && recipient && { sender, recipient };
}

const draftOf = ({ stage }: Play, { sender, recipient }: Pair) =>
  stage.world.drafts.present.find(
    ({ senderId, recipientId }) => senderId === sender.id && recipientId === recipient.id,
  );

/** Two with a draft between them, more often those whose payment is on its way. */
function writers(play: Play): Pair | undefined {
  const { stage, dice } = play;
  const { witness, drafts } = stage.world;
  const sent = new Set(drafts.present.map(({ id }) => id));
  const paying = [...witness.conversations.values()].filter(
    ({ status, draft }) => status === 'PAYING' && sent.has(draft?.id ?? ''),
  );
  if (paying.length > 0 && dice.chance(0.8)) {
    const { sender, recipient } = dice.pick(paying);
    return pairOf(play, sender.id, recipient.id);
  }
  if (drafts.present.length === 0) return undefined;
  const { senderId, recipientId } = dice.pick(drafts.present);
  return pairOf(play, senderId, recipientId);
}

/** Saves a letter, on the newest version or, from another device, on an older one. */
export const writeDraft: Action = async (play) => {
  const { dice } = play;
  const pair = (dice.chance(0.6) ? writers(play) : undefined) ?? somePair(play);
  const draft = draftOf(play, pair);
  const word = play.nextWord();
  const version = draft && Math.max(1, draft.version - (dice.chance(0.1) ? 1 : 0));
  await play.call(pair.sender, 'saveDraft', {
    recipientId: pair.recipient.id,
    messageSubject: `Dry winters ${word}`,
    messageText: `${QUESTION}<p>${word}</p>`,
    ...(draft && dice.chance(0.95) && { draftId: draft.id, draftVersion: version }),
  });
};

export const discardDraft: Action = async (play) => {
  const pair = writers(play);
  const draft = pair && draftOf(play, pair);
  if (!draft) return;
  await play.call(pair.sender, 'deleteDraft', {
    recipientId: pair.recipient.id,
    draftId: draft.id,
    draftVersion: draft.version,
  });
};

/** The letter as the sender's device shows it: the draft that is there, an outdated version, or words that were never saved. */
function letterOf(play: Play, pair: Pair): Input {
  const draft = draftOf(play, pair);
  if (!draft || play.dice.chance(0.1)) return {};
  const { id: draftId, version, subject: messageSubject, text: messageText } = draft;
  const shown = play.dice.weighed({ present: 8, outdated: 1, unsaved: 1 });
  return {
    draftId,
    draftVersion: shown === 'outdated' ? Math.max(1, version - 1) : version,
    messageSubject,
    messageText: shown === 'unsaved' ? `${messageText}<p>And this.</p>` : messageText,
  };
}

export const pay: Action = async (play) => {
  const { dice } = play;
  const drafted = dice.chance(0.5) ? play.stage.world.drafts.present : [];
  const { senderId = '', recipientId = '' } = drafted.length > 0 ? dice.pick(drafted) : {};
  const pair = pairOf(play, senderId, recipientId) ?? somePair(play);
  const { sender, recipient } = pair;
  const { paidResponsePrice } = await accountOf(clock, recipient);
  // Sometimes the sender saw another price or sends none, which is refused.
  const shown = dice.chance(0.05) ? 199 : paidResponsePrice;
  const price = dice.chance(0.98) ? { price: (shown / 100).toFixed(2) } : { price: undefined };
  const { card } = await accountOf(clock, sender);
  const fromFile = dice.chance(card ? 0.6 : 0.1);
  const input = orderFor(recipient, {
    ...price,
    ...letterOf(play, pair),
    ...(!fromFile && {
      creditCardName: `${sender.name} Person`,
      paymentMethodId: dice.weighed(CARDS),
    }),
  });
  const operation = fromFile
    ? dice.pick(['createInbox', 'createOrder'] as const)
    : 'createInboxWithPayment';
  const key = dice.chance(0.8) ? play.nextKey() : undefined;
  await play.call(sender, operation, input, { key });
};
