import { expect } from '@jest/globals';
import { disputes } from '#functions/gateways/disputes.ts';
import { payouts } from '#functions/gateways/payouts.ts';
import { cents } from '#shared/money.ts';
import { fromSeconds } from '#shared/time.ts';
import { type GatewayCase, testGateway } from '../../support/stripe-answers.ts';
import {
  dispute,
  evidence,
  GET,
  list,
  more,
  order,
  POST,
  REVERSALS,
  transfer,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* How the gateways for payouts and disputes read Stripe's objects, and which requests they leave out. */

worldOfFile();

const including = (some: object) => expect.objectContaining(some);

const without = (some: object) => expect.not.objectContaining(some);

const reverse = () => payouts.reverse({ transferId: 'tr_1', amount: cents(1), name: 'n' });

const reversal = (amount: number, recovery?: string) => ({
  id: `trr_${amount}`,
  amount,
  metadata: recovery ? { recovery } : {},
});

const back = (...reversals: object[]) => ({
  ...transfer,
  reversed: true,
  reversals: list(...reversals),
});

const transferred = () => payouts.transfer(order);

const PAID = { is: 'paid', transferId: 'tr_1', paidAt: fromSeconds(1) };

const reversible = () => payouts.reversible('tr_1');

const balance = (amount: number, currency = 'usd') =>
  GET('balance', {
    available: [
      { amount: 999, currency: 'eur' },
      { amount, currency },
    ],
  });

const TRANSFER = GET('transfers/tr_1', { ...transfer, amount_reversed: 30, destination: 'acct_1' });

const OF_TRANSFERS: GatewayCase[] = [
  [
    'a transfer that exists is not made again',
    transferred,
    [GET('transfers', list(transfer))],
    PAID,
  ],
  [
    'a transfer that was reversed for debts is paid',
    transferred,
    [GET('transfers', list(back(reversal(60, 'r'), reversal(40, 's'))))],
    PAID,
  ],
  [
    'a transfer that came back is returned, without debts',
    transferred,
    [GET('transfers', list(back(reversal(60, 'r'), reversal(40))))],
    { ...PAID, is: 'returned', returned: 40 },
  ],
  [
    'all reversals are listed if the transfer shows only some',
    transferred,
    [
      GET('transfers', list({ ...back(), reversals: more() })),
      GET(REVERSALS, { ...more(reversal(60, 'r')), url: `/v1/${REVERSALS}` }),
      GET(REVERSALS, list(reversal(40))),
    ],
    { ...PAID, is: 'returned', returned: 40 },
  ],
  [
    'a reversal that exists is not made again',
    reverse,
    [
      GET(REVERSALS, { ...more(reversal(1)), url: `/v1/${REVERSALS}` }),
      GET(REVERSALS, list(reversal(2, 'n'))),
    ],
    'REVERSED',
  ],
  ['what is left of a transfer can be reversed', reversible, [TRANSFER, balance(90)], 70],
  ['no more can be reversed than the account has', reversible, [TRANSFER, balance(50)], 50],
  ['nothing can be reversed on an overdrawn account', reversible, [TRANSFER, balance(-5)], 0],
  ['nothing can be reversed without dollars', reversible, [TRANSFER, balance(90, 'cad')], 0],
  ['nothing can be reversed without an account', reversible, [GET('transfers/tr_1', transfer)], 0],
];

const submit = () => disputes.submit('pi_1', evidence);

const accept = () => disputes.accept('pi_1');

const disputeWith = (evidence_details: object, state = 'needs_response') =>
  GET('disputes', list({ ...dispute, status: state, evidence_details }));

const OF_DISPUTES: GatewayCase[] = [
  [
    'evidence that was submitted is not submitted again',
    submit,
    [disputeWith({ submission_count: 1, past_due: true })],
    'DONE',
  ],
  [
    'evidence after the deadline is too late',
    submit,
    [disputeWith({ submission_count: 0, past_due: true })],
    'TOO_LATE',
  ],
  [
    'a dispute with evidence is not accepted',
    accept,
    [disputeWith({ submission_count: 1 })],
    'DONE',
  ],
  ...['won', 'lost', 'warning_needs_response', 'prevented'].flatMap((state): GatewayCase[] => [
    [
      `evidence of a dispute that is ${state} is not submitted`,
      submit,
      [disputeWith({}, state)],
      'CLOSED',
    ],
    [`a dispute that is ${state} is not accepted`, accept, [disputeWith({}, state)], 'CLOSED'],
  ]),
  [
    'evidence of a dispute under review is submitted',
    submit,
    [
      disputeWith({ submission_count: 0 }, 'under_review'),
      POST('files', { id: 'file_1' }),
      POST('disputes/dp_1'),
    ],
    'DONE',
  ],
];

const account = (some: object) =>
  GET('accounts/acct_1', { id: 'acct_1', metadata: { userId: 'u' }, ...some });

const ready = (some: object = {}, requirements: object = {}) =>
  account({
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    individual: { first_name: 'A', last_name: 'B', ...some },
    requirements,
  });

const accountStatus = () => payouts.account('acct_1');

const OF_ACCOUNTS: GatewayCase[] = [
  [
    'an account that can be paid is ready',
    accountStatus,
    [ready()],
    { accountId: 'acct_1', userId: 'u', status: 'READY', verifiedName: 'A B' },
  ],
  [
    'an account without transfers is not ready',
    accountStatus,
    [account({ payouts_enabled: true, capabilities: { transfers: 'pending' } })],
    including({ status: 'DETAILS_NEEDED' }),
  ],
  [
    'an account without payouts is not ready',
    accountStatus,
    [account({ payouts_enabled: false, capabilities: { transfers: 'active' } })],
    including({ status: 'DETAILS_NEEDED' }),
  ],
  [
    'an account with details that is not ready is restricted',
    accountStatus,
    [account({ details_submitted: true })],
    including({ status: 'RESTRICTED' }),
  ],
  [
    'a rejected account is restricted',
    accountStatus,
    [account({ requirements: { disabled_reason: 'rejected.fraud' } })],
    including({ status: 'RESTRICTED' }),
  ],
  [
    'an account that lacks details needs them',
    accountStatus,
    [account({ requirements: { disabled_reason: 'requirements.past_due' } })],
    including({ status: 'DETAILS_NEEDED' }),
  ],
  [
    'an account that is not ready has no verified name',
    accountStatus,
    [account({ individual: { first_name: 'A', last_name: 'B' } })],
    without({ verifiedName: expect.anything() }),
  ],
  [
    'a verified name needs a first name',
    accountStatus,
    [ready({ first_name: '' })],
    without({ verifiedName: expect.anything() }),
  ],
  [
    'a verified name needs a last name',
    accountStatus,
    [ready({ last_name: null })],
    without({ verifiedName: expect.anything() }),
  ],
  [
    'a verified person has a verified name',
    accountStatus,
    [ready({ verification: { status: 'verified' } })],
    including({ verifiedName: 'A B' }),
  ],
  [
    'an unverified person has no verified name',
    accountStatus,
    [ready({ verification: { status: 'pending' } })],
    without({ verifiedName: expect.anything() }),
  ],
  ...['currently_due', 'past_due', 'pending_verification'].flatMap((which): GatewayCase[] => [
    [
      `a requirement about the person that is ${which} leaves no verified name`,
      accountStatus,
      [ready({}, { [which]: ['external_account', 'individual.dob'] })],
      without({ verifiedName: expect.anything() }),
    ],
    [
      `another requirement that is ${which} leaves the verified name`,
      accountStatus,
      [ready({}, { [which]: ['external_account'] })],
      including({ verifiedName: 'A B' }),
    ],
  ]),
];

testGateway([...OF_TRANSFERS, ...OF_DISPUTES, ...OF_ACCOUNTS]);
