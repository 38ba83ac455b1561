import { relyingParty } from '#shared/rules/auth/passkeys.ts';
import type { Order } from '../deeds/things.ts';
import { authenticatorOf, type SoftwareAuthenticator } from '../software-authenticator.ts';
import type { ConversationTurn, SeededClaim, SeededConversation } from './conversations.ts';
import { DEMO_PASSWORD } from './demo.ts';
import {
  type CallContext,
  dollarsOf,
  html,
  inOrder,
  type People,
  paymentBy,
  personNamed,
  type SeedStep,
} from './seed-context.ts';
import { attachFiles, attachRecording } from './seeded-files.ts';

/* Seeded conversations as what their two people do. */

/**
 * The steps of conversations. A sender pays with the card of `cardOf`, which is kept: later letters, and those of who is in
 * `paidBefore`, are paid with the kept one.
 */
export function stepsOfConversations(
  context: CallContext,
  people: People,
  conversations: readonly SeededConversation[],
  cardOf: (username: string) => string | undefined,
  paidBefore: readonly string[] = [],
): SeedStep[] {
  const havePaid = new Set(paidBefore);
  return inOrder(conversations).flatMap((conversation) => {
    const paysAnew = conversation.wallet !== undefined || !havePaid.has(conversation.from);
    havePaid.add(conversation.from);
    const card = paysAnew ? cardOf(conversation.from) : undefined;
    return stepsOfConversation(context, people, conversation, card);
  });
}

/** The steps of a conversation: its payment, and then its turns. `card`: undefined if the sender's kept card pays. */
function stepsOfConversation(
  context: CallContext,
  people: People,
  conversation: SeededConversation,
  card: string | undefined,
): SeedStep[] {
  const sender = personNamed(people, conversation.from);
  const recipient = personNamed(people, conversation.to);
  let paid: Order | undefined;
  let authenticator: SoftwareAuthenticator | undefined;
  const order = (): Order => {
    if (!paid) throw new Error(`“${conversation.subject}” is not paid`);
    return paid;
  };
  const pay = async () => {
    const { files } = conversation;
    const attachments = files && (await attachFiles(sender, files, { to: recipient }));
    paid = await sender.pays(recipient, {
      ...(attachments && { attachments }),
      ...(await paymentBy(context, conversation.wallet, card)),
      nameOnCard: sender.user.fullName,
      subject: conversation.subject,
      text: html(conversation.text),
      price: dollarsOf(recipient.user.paidResponsePrice),
    });
    // Days before the answer, so that no change of the account waits because of it today.
    if (conversation.turns.some((turn) => turn.does === 'answer' && turn.signed)) {
      authenticator = authenticatorOf(relyingParty(context.url).origin);
      await recipient.addsPasskey(authenticator, { password: DEMO_PASSWORD });
    }
  };
  const read = async () => {
    await recipient.receivesLetter(order());
    await recipient.readsLetter(order());
  };
  const answer = async (turn: Turn<'answer'>) => {
    const { text, closes, written, signed, spoken, picture } = turn;
    const place = { in: order() };
    const recording = spoken && (await attachRecording(recipient, spoken, place));
    const [pictureId] = picture ? await attachFiles(recipient, [picture], place) : [];
    const attachments = [recording, pictureId].filter((id) => id !== undefined);
    const message = await recipient.answers(order(), {
      text: html(text),
      closes: closes ?? false,
      ...(attachments.length > 0 && { attachments }),
      ...(picture &&
        pictureId && {
          placedPictures: [
            { attachmentId: pictureId, position: picture.position, caption: picture.caption },
          ],
        }),
      ...(written && {
        written: { ...claimOf(written), ...(recording && { recordingText: 'WORD_FOR_WORD' }) },
      }),
    });
    if (signed && authenticator)
      await recipient.signsAnswer(order(), message, authenticator.get(message.written?.hash ?? ''));
  };
  const readAnswer = async () => {
    const [newest] = (await sender.readsOrder(order())).data;
    if (newest) await sender.marksOrderMessage(newest);
  };
  const thank = async ({ text, mayShow, isShown }: Turn<'thank'>) => {
    await sender.thanks(order(), { ...(text && { text }), ...(mayShow && { mayShow }) });
    if (!isShown) return;
    const { data } = await recipient.calls('viewInbox', { id: order().id });
    const consentAt = data[0]?.thanks?.consent?.at;
    if (consentAt) await recipient.showsThanks(order(), { consentAt });
  };
  const runTurn = async (turn: ConversationTurn): Promise<unknown> => {
    switch (turn.does) {
      case 'read':
        return read();
      case 'answer':
        return answer(turn);
      case 'senderReads':
        return readAnswer();
      case 'thank':
        return thank(turn);
      case 'asksToPublish': {
        const [copy] = (await recipient.readsPublicCopy(order())).data;
        return recipient.proposesPublicAnswer(order(), { edits: copy?.edits ?? [] });
      }
      case 'senderWrites':
        return sender.writes(order(), { text: html(turn.text) });
      case 'recipientWrites':
        return recipient.writes(order(), { text: html(turn.text) });
      case 'asks':
        return recipient.asks(order(), { text: html(turn.text) });
      case 'report':
        await read();
        return recipient.reportsLetter(order(), turn);
      case 'claim':
        return sender.claims(order(), turn);
      case 'contest':
        return recipient.contests(order(), turn);
      default:
        return turn.does({ sender, recipient }, order());
    }
  };
  return [
    { daysAgo: conversation.daysAgo, run: pay },
    ...conversation.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => runTurn(turn) })),
  ];
}

type Turn<Does> = Extract<ConversationTurn, { does: Does }>;

const claimOf = (written: SeededClaim) => ({
  declaration: written.declaration,
  typedCharacters: written.typed,
  pastedCharacters: written.pasted,
  writingMinutes: written.minutes,
});
