import { ANSWER, CLAIM_TEXT, CONTEST_TEXT } from '#lib/local/deeds/texts.ts';
import { claimedOrder, improvedOrder } from '#test/support/claims.ts';
import { answeredOrder } from '#test/support/orders.ts';
import type { Paths } from './request.ts';

/** The usual path of each operation about a claim. */
export const claimPaths = {
  claimAnswer: async (world) => {
    const { sender, id } = await answeredOrder(world);
    const input = { orderId: id, reason: 'NOT_ADDRESSED', text: CLAIM_TEXT };
    return { input, token: sender.token };
  },
  improveAnswer: async (world) => {
    const { recipient, id } = await claimedOrder(world);
    return { input: { inboxId: id, messageBody: ANSWER }, token: recipient.token };
  },
  giveBackClaim: async (world) => {
    const { recipient, id } = await claimedOrder(world);
    return { input: { inboxId: id }, token: recipient.token };
  },
  contestClaim: async (world) => {
    const { recipient, id } = await claimedOrder(world);
    return { input: { inboxId: id, text: CONTEST_TEXT }, token: recipient.token };
  },
  askForDecision: async (world) => {
    const { sender, id } = await improvedOrder(world);
    return { input: { orderId: id, text: CLAIM_TEXT }, token: sender.token };
  },
  withdrawClaim: async (world) => {
    const { sender, id } = await claimedOrder(world);
    return { input: { orderId: id }, token: sender.token };
  },
} satisfies Paths;
