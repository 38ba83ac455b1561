import { askForInformation, giveInformation } from '#shared/api/clarifications.ts';
import { createInboxMessage } from '#shared/api/conversation-messages.ts';
import { viewOrder } from '#shared/api/conversations.ts';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message } from '../screen-fixtures.ts';
import { ANSWER, QUESTION, readInbox } from './form-fixtures.ts';
import type { Form } from './form-table.ts';

/* The form of the paid answer, and those of a clarifying question. */

const CLARIFYING = '<p>Which country issued the permit that you have now?</p>';

export const ANSWER_FORMS: readonly Form[] = [
  {
    name: 'paid answer',
    address: paths.paidReply(message.id),
    viewer: ana,
    operation: createInboxMessage,
    submit: /^Send and earn/,
    prepare: () => {
      readInbox();
      localStorage.setItem(`paidReply_${message.id}`, QUESTION);
      localStorage.setItem(`paidReplyDeclaration_${message.id}`, 'SELF');
    },
    refused: { name: 'messageBody', field: /Your answer to Ben/ },
    kept: { field: /Your answer to Ben/, text: QUESTION.replace(/<\/?p>/g, '').trim() },
    failed: 'Error processing reply',
    done: () => success(createInboxMessage, { data: [ANSWER] }),
    byKey: true,
  },
  {
    name: 'clarifying question',
    address: paths.askFirst(message.id),
    viewer: ana,
    operation: askForInformation,
    submit: 'Send the question',
    prepare: () => {
      readInbox();
      localStorage.setItem(`askForInformation_${message.id}`, CLARIFYING);
    },
    refused: { name: 'messageBody', field: /Your question to Ben/ },
    kept: { field: /Your question to Ben/, text: CLARIFYING.replace(/<\/?p>/g, '') },
    failed: 'There was an error while sending',
    done: () => success(askForInformation, { data: [ANSWER] }),
    byKey: true,
  },
  {
    name: 'reply to a clarifying question',
    address: paths.giveInformation(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: giveInformation,
    submit: 'Send the reply',
    prepare: () => {
      const askedAt = message.timeReceived;
      const until = later(askedAt, CLARIFICATION_TIME);
      const clarification = { askedAt, until, endedAt: null };
      const paused = { ...message, status: 'NEEDS_INFO', clarification } as const;
      serve(viewOrder, () => success(viewOrder, { data: [paused] }));
      localStorage.setItem(`giveInformation_${message.id}`, CLARIFYING);
    },
    refused: { name: 'messageBody', field: /Your reply to/ },
    kept: { field: /Your reply to/, text: CLARIFYING.replace(/<\/?p>/g, '') },
    failed: 'There was an error while sending',
    done: () => success(giveInformation, { data: [ANSWER] }),
    byKey: true,
  },
];
