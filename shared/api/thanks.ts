import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { THANKS_CHOICES, thanksText } from '../rules/conversations/thanks.ts';
import { moment, yesOrNo } from '../wire.ts';
import { MINUTE, nothing, operation, page } from './operation.ts';
import { paging } from './paging.ts';
import { thanksView } from './thanks-entities.ts';

/*
 * Thanks: for 30 days after a paid response its sender can say that it helped, and let the recipient show it. Nobody is notified, and
 * nothing depends on it. docs/product/conversations.md#thanks
 */

const thanking = {
  method: 'POST',
  who: 'verified',
  // The lists and figures of thank-yous are in people's own partitions.
  uses: ['conversations.write', 'accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
} as const;

/**
 * Thanks for a paid response, with one sentence or none, and says who may read it; for its sender, who may change both while they may
 * thank.
 */
export const thankRecipient = operation({
  name: 'thankRecipient',
  ...thanking,
  impact:
    'Senders cannot thank for an answer, or change what they said; after 30 days it is too late.',
  input: z.object({
    orderId: id(),
    text: z.optional(thanksText),
    /** Whether the recipient may show the sentence; pages that were opened before send none. */
    mayShow: z._default(z.enum(THANKS_CHOICES, 'Please choose one of these'), 'NO'),
  }),
  output: nothing,
});

/** Takes thanks back, at any time; for their sender. */
export const takeBackThanks = operation({
  name: 'takeBackThanks',
  ...thanking,
  impact: 'Senders cannot take back what they said in thanks for an answer.',
  input: z.object({ orderId: id() }),
  output: nothing,
});

/** Withdraws the consent that the recipient shows what was said, at any time, which takes it off the profile; for the sender. */
export const withdrawThanksConsent = operation({
  name: 'withdrawThanksConsent',
  ...thanking,
  impact: 'Senders cannot take what they said in thanks off a profile.',
  input: z.object({ orderId: id() }),
  output: nothing,
});

/** Shows a thank-you on the caller's profile, or takes it off; for the recipient, while the sender agrees. */
export const showThanks = operation({
  name: 'showThanks',
  ...thanking,
  impact: 'People cannot choose which thank-yous stand on their profile.',
  input: z.object({
    inboxId: id(),
    isShown: yesOrNo(),
    /** The time of the consent that the caller has seen: a sentence that the sender changed meanwhile is not shown. */
    consentAt: z.optional(moment),
  }),
  output: nothing,
});

/** A page of the thank-yous that the caller received, the newest first, with the figures that their profile shows. */
export const viewThanks = operation({
  name: 'viewThanks',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'People do not see who said thanks, and cannot choose what stands on their profile.',
  input: z.object({ ...paging }),
  output: z.extend(
    page(
      z.object({
        /** The id of the conversation. */
        id: z.string(),
        subject: z.string(),
        senderName: z.string(),
        senderAvatarUrl: z.nullable(z.string()),
        thanks: thanksView,
      }),
    ),
    {
      /** The number of senders who said thanks, and of the paid answers for which they could. */
      thankedCount: z.int(),
      paidAnswerCount: z.int(),
      /** How many the profile shows. */
      shownCount: z.int(),
    },
  ),
});
