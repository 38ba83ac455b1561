import { crashes, edit, type PlantedFault } from './fault.ts';

/* Faults in the responses to disputes and in early fraud warnings. */

const RESPONSES = 'shared/rules/conversations/dispute-responses.ts';

export const DISPUTE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a response to a dispute is saved before Stripe has it',
    file: 'functions/conversations/dispute-response.ts',
    edits: [
      edit(
        'const response = responseTo(current, chargeSummary);',
        'const response = responseTo(current, chargeSummary);\n  await changeConversation(table, current.id, now, (c) => recordResponse(c, response, now));',
      ),
    ],
    caughtBy: ['openDisputesHaveAResponse'],
    arguments: crashes('evidence for a dispute'),
  },
  {
    name: 'a dispute of a message that was not answered is fought',
    file: RESPONSES,
    edits: [
      edit(
        "return refundableAmount(chargeSummary) === ZERO ? 'ACCEPTED' : 'LEFT';",
        "return 'EVIDENCE';",
      ),
    ],
    caughtBy: ['evidenceIsAboutAnswers'],
    arguments: crashes('before the answer'),
  },
  {
    name: 'a fraud warning ends a message that is answered at the same time',
    file: 'shared/rules/conversations/fraud-warnings.ts',
    edits: [edit('if (!isPending(c.status)) return { next: warned };', '')],
    caughtBy: ['fraudWarningsEndUnanswered', 'ledgerAgreesWithStripe', 'noUnexpectedErrors'],
    arguments: crashes('fraud warning after the answer'),
  },
  {
    name: 'a fraud warning is only noted',
    file: 'shared/rules/conversations/fraud-warnings.ts',
    edits: [edit('if (!isPending(c.status)) return { next: warned };', 'return { next: warned };')],
    caughtBy: ['fraudWarningsEndUnanswered'],
    arguments: crashes('fraud warning of a'),
  },
];
