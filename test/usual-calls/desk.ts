import { noteLook } from '#functions/storage/desk/looks.ts';
import { table } from '#functions/storage/table.ts';
import { contestedOrder, openCasesAbout } from '#test/support/claims.ts';
import { answeredOrder, pendingOrder } from '#test/support/orders.ts';
import { newPerson } from '#test/support/people.ts';
import { openedCase } from '#test/support/staff.ts';
import { pendingTicket } from '#test/support/tickets.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const REASON = 'Looked at it.';

/** A report of a profile, and a member of staff. */
async function reportedProfile(world: World) {
  const [{ token }, reporter, person] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world),
    await newPerson(world),
  ];
  const { id } = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  return { token, caseId: id, userId: person.user.id };
}

/** A report of somebody who may hurt themselves, and a member of staff who has looked at it. */
async function worriedReport(world: World) {
  const { token, user } = await newPerson(world, { staff: 'all' });
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const people = { openedBy: reporter.user.id, userId: person.user.id };
  const { id } = await openedCase(world, people, { harm: 3, reason: 'SUICIDE_SELFINJURY' });
  await table.write(noteLook(id, user.id, world.now()));
  return { token, caseId: id };
}

/** A ticket, and a member of staff. */
async function waitingTicket(world: World) {
  const { token } = await newPerson(world, { staff: 'all' });
  return { token, ...(await pendingTicket(world, await newPerson(world))) };
}

/** The usual path of each operation of the desk. */
export const deskPaths = {
  viewDeskQueues: async (world) => {
    const { token } = await reportedProfile(world);
    return { token };
  },
  viewDeskQueue: async (world) => {
    const { token } = await reportedProfile(world);
    return { input: {}, token };
  },
  viewCareCase: async (world) => {
    const { token, caseId } = await worriedReport(world);
    return { input: { caseId, reason: REASON }, token };
  },
  decideCare: async (world) => {
    const { token, caseId } = await worriedReport(world);
    return { input: { caseId, choice: 'WRITE', reason: REASON }, token };
  },
  findAtDesk: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { user } = await newPerson(world);
    return { input: { text: user.phoneNumber }, token };
  },
  markDeskItemAsOpen: async (world) => {
    const { token, caseId: id } = await reportedProfile(world);
    return { input: { type: 'CASE', id }, token };
  },
  removeDeskItemAsOpen: async (world) => {
    const { token, caseId: id } = await reportedProfile(world);
    return { input: { type: 'CASE', id }, token };
  },
  skipDeskItem: async (world) => {
    const { token, caseId: id } = await reportedProfile(world);
    return { input: { type: 'CASE', id }, token };
  },
  viewDeskColleagues: async (world) => {
    const { token, caseId: id } = await reportedProfile(world);
    return { input: { type: 'CASE', id }, token };
  },
  handOverDeskItem: async (world) => {
    const { token, caseId: id } = await reportedProfile(world);
    return { input: { type: 'CASE', id, reason: REASON }, token };
  },
  viewDeskCase: async (world) => {
    const { token, caseId } = await reportedProfile(world);
    return { input: { caseId, reason: REASON }, token };
  },
  viewDeskPerson: async (world) => {
    const { token, userId } = await reportedProfile(world);
    return { input: { person: userId, reason: REASON }, token };
  },
  viewDeskConversation: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { id: conversationId } = await answeredOrder(world);
    return { input: { conversationId, reason: REASON }, token };
  },
  viewDeskFiles: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { recipient, id: conversationId } = await pendingOrder(world);
    await recipient.reportsLetter({ id: conversationId });
    return { input: { conversationId, reason: REASON }, token };
  },
  decideCase: async (world) => {
    const { token, caseId } = await reportedProfile(world);
    return { input: { caseId, outcome: 'UPHELD', deed: 'WARNED', reason: REASON }, token };
  },
  decideReview: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { recipient, id: conversationId } = await pendingOrder(world);
    await recipient.reportsLetter({ id: conversationId });
    return { input: { conversationId, outcome: 'KEEP', reason: REASON }, token };
  },
  refundConversation: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { id: conversationId } = await answeredOrder(world);
    return { input: { conversationId, bearer: 'platform', reason: REASON }, token };
  },
  refundConversationPart: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { id: conversationId } = await answeredOrder(world);
    return { input: { conversationId, amount: '5.00', givenBack: '0.00', reason: REASON }, token };
  },
  releaseHeldPayout: async (world) => {
    const { token, userId } = await reportedProfile(world);
    return { input: { userId, reason: REASON }, token };
  },
  deskBlockUser: async (world) => {
    const { token, userId } = await reportedProfile(world);
    return { input: { userId, reason: REASON }, token };
  },
  deskUnblockUser: async (world) => {
    const { token, userId } = await reportedProfile(world);
    return { input: { userId, reason: REASON }, token };
  },
  answerTicket: async (world) => {
    const { token, id: conversationId } = await waitingTicket(world);
    const input = { conversationId, messageBody: '<p>Try again.</p>' };
    return { input: { ...input, conversationStatus: 'COMPLETED' }, token };
  },
  decideClaim: async (world) => {
    const { token } = await newPerson(world, { staff: 'all' });
    const { id } = await contestedOrder(world);
    const [one] = await openCasesAbout(id);
    return { input: { caseId: String(one?.id), outcome: 'REJECTED', reason: REASON }, token };
  },
  withdrawProposal: async (world) => {
    const { token, user } = await newPerson(world, { staff: 'all' });
    const { recipient, id } = await answeredOrder(world);
    const people = { openedBy: user.id, userId: recipient.user.id };
    const subject = { type: 'CONVERSATION', id } as const;
    await openedCase(world, people, { id, kind: 'REFUND', reason: 'REFUND_PLATFORM', subject });
    return { input: { caseId: id }, token };
  },
  addCaseNote: async (world) => {
    const { token, caseId } = await reportedProfile(world);
    return { input: { caseId, text: 'Seen before.' }, token };
  },
} satisfies Paths;
