import { createHash } from 'node:crypto';
import { test } from '@jest/globals';
import { newDeskLinkToken, spendDeskLink } from '#functions/storage/auth/desk-links.ts';
import { addToOpenMailbox } from '#functions/storage/conversations/list-counters.ts';
import { closeCase, proposeInCase } from '#functions/storage/desk/cases.ts';
import { countMovedAlone, requireNoOpenCase } from '#functions/storage/desk/moved-money.ts';
import { noteAppeal, noteAppealDecision } from '#functions/storage/desk/statements.ts';
import {
  caseKey,
  deskLinkKey,
  mailboxKey,
  movedAloneKey,
  statementKey,
} from '#functions/storage/keys.ts';
import { type Step, table } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import { DAY, later, toIso, toSeconds } from '#shared/time.ts';
import {
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Decisions of staff are refused if what they were decided by has changed since it was read. */

worldOfFile();

const written = (step: Step<string> | undefined) => {
  if (!step) throw new Error('there is nothing to write');
  return table.transact(step);
};

const PROPOSAL = { byUserId: 'one', at: NOW, outcome: 'UPHELD', reason: 'It was copied.' } as const;
const DECISION = {
  byUserId: 'other',
  at: NOW,
  outcome: 'REJECTED',
  reason: 'It was not.',
} as const;
const APPEAL = { caseId: 'c', at: NOW } as const;

const ROWS: (() => OvertakenWrite)[] = [
  () => {
    const id = someId();
    return {
      what: 'the proposal of a decision',
      item: { ...caseKey(id), id },
      outcome: 'PROPOSED',
      changes: [{ proposal: PROPOSAL }, { decision: DECISION }, 'GONE'],
      write: () => written(proposeInCase(id, { ...PROPOSAL, byUserId: 'other' })),
    };
  },
  () => {
    const id = someId();
    return {
      what: 'the decision of a case',
      item: { ...caseKey(id), id },
      outcome: 'CLOSED',
      changes: [{ decision: DECISION }, 'GONE'],
      write: () => written(closeCase(id, DECISION)),
    };
  },
  () => {
    const id = someId();
    const confirmed = { ...PROPOSAL, is: 'WITHIN' } as const;
    return {
      what: 'the decision that confirms a proposal',
      outcome: 'CLOSED',
      item: { ...caseKey(id), id, proposal: PROPOSAL },
      changes: [{ proposal: undefined }, { proposal: { ...PROPOSAL, byUserId: 'third' } }],
      write: () => written(closeCase(id, { ...DECISION, outcome: 'UPHELD' }, confirmed)),
    };
  },
  () => {
    const id = someId();
    return {
      what: 'what one person moves beside a waiting proposal',
      outcome: 'WAITING',
      item: { ...caseKey(id), id, decision: DECISION },
      changes: [{ decision: undefined }],
      write: () => written(requireNoOpenCase(id)),
    };
  },
  () => {
    const subjectId = someId();
    return {
      what: 'what one person moves on a day',
      outcome: 'LIMIT',
      item: { ...movedAloneKey(subjectId, toIso(NOW).slice(0, 10)), amount: 3_000 },
      changes: [{ amount: 3_001 }, { amount: 5_000 }],
      write: () => written(countMovedAlone({ subjectId, amount: cents(2_000) }, cents(5_000), NOW)),
    };
  },
  () => {
    const [userId, id] = [someId(), someId()];
    return {
      what: 'an appeal',
      item: { ...statementKey(userId, id), id },
      outcome: 'APPEALED',
      changes: [{ appeal: APPEAL }, 'GONE'],
      write: () => written(noteAppeal({ userId, id }, APPEAL)),
    };
  },
  () => {
    const [userId, id] = [someId(), someId()];
    const decision = { at: NOW, outcome: 'UPHELD', reason: 'You are the mayor.' } as const;
    return {
      what: 'the decision of an appeal',
      outcome: 'DECIDED',
      item: { ...statementKey(userId, id), id, appeal: APPEAL },
      changes: [{ appeal: { ...APPEAL, decision } }, { appeal: undefined }],
      write: () => written(noteAppealDecision({ userId, id }, decision, someId())),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'a message whose bank has confirmed it',
      outcome: 'BLOCKED',
      item: { ...mailboxKey(userId, 'INBOX'), ALL: 1 },
      changes: [{ closedAt: NOW }],
      write: () => written(addToOpenMailbox(userId, 'INBOX', { ALL: 1 } as never)),
    };
  },
  () => {
    const userId = someId();
    const token = newDeskLinkToken();
    const hash = createHash('sha256').update(token).digest('base64url');
    const item = { ...deskLinkKey(userId), hash, expiresAt: toSeconds(later(NOW, DAY)) };
    return {
      what: 'the use of a link to the desk',
      item,
      outcome: 'UNCONFIRMED',
      changes: [{ hash: 'another' }, { expiresAt: toSeconds(NOW) }, 'GONE'],
      write: () => written(spendDeskLink(userId, token, NOW)),
    };
  },
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
