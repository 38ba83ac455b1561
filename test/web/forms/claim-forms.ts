import { askForDecision, claimAnswer, contestClaim, improveAnswer } from '#shared/api/claims.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import type { ClaimAction } from '#shared/rules/conversations/claim-states.ts';
import { DAY, instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message } from '../screen-fixtures.ts';
import { ANSWER, QUESTION } from './form-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms about a claim. */

const CLAIMED = 'I asked about the second permit, not the first one.';
const claimed = (actions: readonly ClaimAction[]) => ({
  ...message,
  status: 'OPEN' as const,
  claim: {
    state: 'OPEN' as const,
    reason: 'NOT_ADDRESSED' as const,
    text: CLAIMED,
    claimedAt: message.timeReceived,
    until: message.deadlineAt,
    improvedAt: null,
    contest: null,
    decisionReason: null,
    endedAt: null,
    frozen: null,
    actions: [...actions],
  },
});

export const CLAIM_FORMS: readonly Form[] = [
  {
    name: 'claim',
    address: paths.claimAnswer(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: claimAnswer,
    submit: 'Send the claim',
    prepare: () => {
      const answered = {
        ...message,
        status: 'OPEN',
        claimUntil: instant(Date.now() + DAY),
      } as const;
      serve(viewOrder, () => success(viewOrder, { data: [answered] }));
    },
    fill: (user) => write(user, 'What Ana should know', CLAIMED),
    wrong: {
      type: (user) => write(user, 'What Ana should know', 'No.'),
      field: 'What Ana should know',
      error: 'Please write at least 20 characters',
    },
    refused: { name: 'text', field: 'What Ana should know' },
    kept: { field: 'What Ana should know', text: CLAIMED },
    failed: 'There was an error while sending the claim',
    done: () => success(claimAnswer, {}),
    byKey: true,
  },
  {
    name: 'contested claim',
    address: paths.contestClaim(message.id),
    viewer: ana,
    operation: contestClaim,
    submit: 'Contest it',
    prepare: () => serve(viewInbox, () => success(viewInbox, { data: [claimed(['contest'])] })),
    fill: (user) => write(user, /Why does your answer stand/, CLAIMED),
    refused: { name: 'text', field: /Why does your answer stand/ },
    kept: { field: /Why does your answer stand/, text: CLAIMED },
    failed: 'There was an error while sending',
    done: () => success(contestClaim, {}),
    byKey: true,
  },
  {
    name: 'question to the desk',
    address: paths.askForDecision(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: askForDecision,
    submit: 'Ask for a decision',
    prepare: () =>
      serve(viewOrder, () => success(viewOrder, { data: [claimed(['askForDecision'])] })),
    fill: (user) => write(user, /What does the improved answer/, CLAIMED),
    refused: { name: 'text', field: /What does the improved answer/ },
    kept: { field: /What does the improved answer/, text: CLAIMED },
    failed: 'There was an error while sending',
    done: () => success(askForDecision, {}),
    byKey: true,
  },
  {
    name: 'improved answer',
    address: paths.improveAnswer(message.id),
    viewer: ana,
    operation: improveAnswer,
    submit: 'Send the improved answer',
    prepare: () => {
      serve(viewInbox, () => success(viewInbox, { data: [claimed(['improve'])] }));
      localStorage.setItem(`improveAnswer_${message.id}`, QUESTION);
    },
    refused: { name: 'messageBody', field: /Your improved answer to Ben/ },
    kept: { field: /Your improved answer to Ben/, text: QUESTION.replace(/<\/?p>/g, '').trim() },
    failed: 'There was an error while sending',
    done: () => success(improveAnswer, { data: [ANSWER] }),
    byKey: true,
  },
];
