import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { timeOfAnswer } from '#shared/rules/conversations/conversations.ts';
import { type Named, showsName } from '#shared/rules/public-answers/places.ts';
import {
  mayDo,
  mayPropose,
  type PublicAnswer,
  type PublicAnswerAction,
  propose,
  revise,
} from '#shared/rules/public-answers/public-answers.ts';
import { isSensitiveField } from '#shared/rules/public-answers/sensitive-fields.ts';
import {
  areSameEdits,
  type Edit,
  editsFault,
  lengthOf,
  PUBLIC_TEXT_MAX,
  type Texts,
  textsOf,
} from '#shared/rules/public-answers/texts.ts';
import { subCategoriesOfProfile } from '#shared/rules/search/browsing.ts';
import type { Instant } from '#shared/time.ts';
import { participantOf } from '../conversations/participant.ts';
import { onceForKey } from '../idempotency.ts';
import { type User, usersById } from '../storage/accounts/users.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { isBlock, relationKeys } from '../storage/contacts/contacts.ts';
import { changeConversation, type Decision } from '../storage/conversations/conversations.ts';
import { allMessagesOf } from '../storage/conversations/messages.ts';
import { newVerificationId } from '../storage/conversations/verifications.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { copyById, editsIn, type PublicCopy } from '../storage/public-answers/public-answers.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/* What the two sides do about a public answer. Each action is decided on the newest stored state. docs/product/public-answers.md */

export type ProposalContext = { readonly table: TableWriter; readonly now: Instant };
/** An action of a person. `keyed`: the call with its Idempotency-Key. */
export type ProposalCall = {
  readonly conversationId: string;
  readonly userId: string;
  readonly keyed?: KeyedCall | undefined;
};

/** The two people of a conversation, as their accounts are now. */
export type People = { readonly sender: User; readonly recipient: User; readonly blocked: boolean };

/**
 * Reads both people. Undefined if an account of the two is blocked, is gone or will be deleted. `blocked`: whether one blocks the other.
 */
export async function peopleOf(
  table: TableReader,
  { sender, recipient }: Conversation,
  now: Instant,
): Promise<People | undefined> {
  const [people, relations] = await Promise.all([
    usersById(table, [sender.id, recipient.id], now),
    table.getMany<ContactRelation>(relationKeys(sender.id, recipient.id)),
  ]);
  const [from, to] = people;
  return from && to && isThere(from) && isThere(to)
    ? { sender: from, recipient: to, blocked: relations.some(isBlock) }
    : undefined;
}

const isThere = ({ blockedAt, deletionAt, deletedAt }: User): boolean =>
  blockedAt === undefined && deletionAt === undefined && deletedAt === undefined;

/** What the letter and its newest answer say; undefined without an answer, or if they are too long to be public. */
export async function textsOfLetter(
  table: TableReader,
  { id, subject, questionId }: Conversation,
): Promise<Texts | undefined> {
  const messages = await allMessagesOf(table, id);
  const question = messages.find((one) => one.id === questionId);
  const answer =
    messages.findLast(({ kind }) => kind === 'IMPROVED_ANSWER') ??
    messages.findLast(({ kind }) => kind === 'PAID_RESPONSE');
  if (!question || !answer) return undefined;
  const texts = textsOf(subject, question.body, answer.body);
  return lengthOf(texts) <= PUBLIC_TEXT_MAX ? texts : undefined;
}

/** The names that are hidden at first: those of both people now, and when the letter was written. */
export const namesOf = (c: Conversation, people: People | undefined): Named[] => [
  c.sender,
  c.recipient,
  ...(people ? [people.sender, people.recipient] : []),
];

const isSensitive = (user: User) => isSensitiveField(user.categoryId, subCategoriesOfProfile(user));

/** Whether the field of the recipient is sensitive. */
export const hasSensitiveField = (people: People | undefined): boolean =>
  people !== undefined && isSensitive(people.recipient);

const TOO_LONG = 'These two letters are too long to become public.';
const NOT_NOW =
  'This answer can’t become public: it may have been proposed before, or the payment is being looked at.';
const NOT_POSSIBLE = 'This isn’t possible anymore. Nothing was published.';
const READ_AGAIN = 'The texts have changed. Please read them again.';

/** Proposes that the answer becomes public, and returns the id of the copy. */
export async function proposeCopy(
  context: ProposalContext,
  call: ProposalCall,
  { edits, sensitive }: { readonly edits: readonly Edit[]; readonly sensitive: boolean },
): Promise<string> {
  const { table, now } = context;
  const id = newVerificationId();
  return changeOnce(context, call, id, async (current, side) => {
    if (side !== 'recipient') throw new Refusal('FORBIDDEN');
    if (!mayPropose(current, side)) throw wrongStatus(current, NOT_NOW);
    const people = await peopleForChange(table, current, now);
    const texts = await textsOfLetter(table, current);
    if (!texts) throw wrongStatus(current, TOO_LONG);
    checkEdits(current, texts, edits, people);
    const change = propose(current, id, now);
    const { publicAnswer } = change.next as { readonly publicAnswer: PublicAnswer };
    const copy: PublicCopy = {
      id,
      conversationId: current.id,
      creatorId: current.recipient.id,
      senderId: current.sender.id,
      texts,
      versions: [{ version: 1, by: side, at: now, edits: stored(edits) }],
      sensitive: sensitive || isSensitive(people.recipient),
      answeredAt: timeOfAnswer(current) ?? now,
      state: 'PROPOSED',
      proposedAt: now,
      until: publicAnswer.until,
    };
    return { ...change, copy, needsBoth: true };
  });
}

/** Writes another version for the sender, who agrees to it. `version`: the one that they read. */
export async function reviseCopy(
  context: ProposalContext,
  call: ProposalCall,
  { edits, version }: { readonly edits: readonly Edit[]; readonly version: number },
): Promise<void> {
  const { table, now } = context;
  await changeOnce(context, call, call.conversationId, async (current, side) => {
    const proposal = allowed(current, 'revise', side, now);
    if (proposal.version !== version) throw wrongStatus(current, READ_AGAIN);
    const people = await peopleForChange(table, current, now);
    const copy = await copyById(table, proposal.id);
    if (!copy) throw new Refusal('NOT_FOUND');
    checkEdits(current, copy.texts, edits, people);
    if (areSameEdits(edits, editsIn(copy)))
      throw invalidInput({ edits: 'Nothing was changed. Agree to the texts as they are.' });
    const copyVersion = { version: version + 1, by: side, at: now, edits: stored(edits) };
    return { ...revise(current, proposal), copyVersion, needsBoth: true };
  });
}

/** The edits without attributes that are undefined, which cannot be stored. */
const stored = (edits: readonly Edit[]): Edit[] =>
  edits.map(({ text, ...edit }) => (text === undefined ? edit : { ...edit, text }));

function checkEdits(c: Conversation, texts: Texts, edits: readonly Edit[], people: People): void {
  const fault = editsFault(texts, edits);
  if (fault) throw invalidInput({ edits: fault });
  for (const person of [c.sender, people.sender])
    if (showsName(texts, edits, person))
      throw invalidInput({
        edits: 'The name of the person who asked can still be read. Please hide or reword it.',
      });
}

async function peopleForChange(
  table: TableReader,
  current: Conversation,
  now: Instant,
): Promise<People> {
  const people = await peopleOf(table, current, now);
  if (!people || people.blocked) throw wrongStatus(current, NOT_POSSIBLE);
  return people;
}

/** Performs an action on a proposal for one of its sides; `decide` returns undefined if it is done already. */
export async function actOnProposal(
  context: ProposalContext,
  call: ProposalCall,
  decide: (
    current: Conversation,
    side: Side,
  ) => Decision | undefined | Promise<Decision | undefined>,
): Promise<void> {
  const { table, now } = context;
  const found = await changeConversation(table, call.conversationId, now, (current) =>
    decide(current, participantOf(current, call.userId, now).side),
  );
  if (!found) throw new Refusal('NOT_FOUND');
}

/** The proposal, if the side may do this about it now. Throws WRONG_STATUS otherwise. */
export function allowed(
  current: Conversation,
  action: PublicAnswerAction,
  side: Side,
  now: Instant,
): PublicAnswer {
  const { publicAnswer } = current;
  if (!publicAnswer || !mayDo(action, side, publicAnswer, now))
    throw wrongStatus(current, NOT_POSSIBLE);
  return publicAnswer;
}

/** Requires what an agreement needs: the version that was read, both accounts, and no block. */
export async function requireAgreement(
  { table, now }: ProposalContext,
  current: Conversation,
  proposal: PublicAnswer,
  version: number,
): Promise<void> {
  if (proposal.version !== version) throw wrongStatus(current, READ_AGAIN);
  await peopleForChange(table, current, now);
}

const wrongStatus = ({ status }: Conversation, message: string) =>
  new Refusal('WRONG_STATUS', { message, details: { inboxStatus: status } });

/** Changes a conversation once for an Idempotency-Key, and returns what was made. */
async function changeOnce(
  context: ProposalContext,
  { conversationId, userId, keyed }: ProposalCall,
  made: string,
  decide: (current: Conversation, side: Side) => Promise<Decision>,
): Promise<string> {
  const { table, now } = context;
  return onceForKey(
    context,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, async (current) => {
        const { side } = participantOf(current, userId, now);
        return { ...(await decide(current, side)), request: { keyed, made } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      return made;
    },
    (before) => before,
  );
}
