import { screen } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import {
  addCaseNote,
  answerTicket,
  decideCase,
  decideReview,
  deskBlockUser,
  refundConversation,
  refundConversationPart,
  releaseHeldPayout,
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  withdrawProposal,
} from '#shared/api/desk.ts';
import { decideCare, viewCareCase } from '#shared/api/desk-care.ts';
import { decideClaim } from '#shared/api/desk-claims.ts';
import { viewDeskColleagues } from '#shared/api/desk-work.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import {
  answered,
  careView,
  claimCase,
  type DeskCase,
  type DeskConversation,
  dana,
  dangerCase,
  deskAccount,
  personOf,
  report,
} from '../desk/desk-fixtures.ts';
import { serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';
import { says, type Write } from './play.ts';

/* What staff decide at the desk: each decision ends with its message. */

const REASON = 'Half of it was answered.';
const DONE = 'It is done now.';
const data = [{ message: DONE }];
const refunded = [{ message: DONE, caseId: null }];

const serveConversation = (changes: Partial<DeskConversation> = {}) =>
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, { data: [{ ...answered, ...changes }] }),
  );
const serveCase = (changes: Partial<DeskCase> = {}) =>
  serve(viewDeskCase, () => success(viewDeskCase, { data: [{ ...report, ...changes }] }));
const servePerson = () =>
  serve(viewDeskPerson, () =>
    success(viewDeskPerson, { data: [{ ...deskAccount, heldUntil: NOW }] }),
  );

/** Chooses these options in order and types the reason. */
const decide =
  (...choices: readonly RegExp[]) =>
  async (user: UserEvent) => {
    for (const name of choices) await user.click(await screen.findByRole('radio', { name }));
    const [reason] = await screen.findAllByRole('textbox', { name: /^Reason/ });
    await user.type(reason as HTMLElement, REASON);
  };
const conversation = { address: paths.deskConversation(answered.id), viewer: dana };
const done = says(DONE);

/** What staff look at before they decide about somebody's safety. */
const LOOKS = [/^What Ben wrote, /, /^What Ben wrote before/, /^Whether Ben/, /already seen/];

export const DESK_WRITES: readonly Write[] = [
  {
    ...conversation,
    name: 'A refund in full',
    operation: refundConversation,
    prepare: () => serveConversation(),
    begin: decide(/^In full/, /^The platform/),
    submit: 'Refund',
    response: () => success(refundConversation, { data: refunded }),
    done,
  },
  {
    ...conversation,
    name: 'A refund in part',
    operation: refundConversationPart,
    prepare: () => serveConversation(),
    begin: async (user) => {
      await user.click(await screen.findByRole('radio', { name: /^A part/ }));
      await user.type(await screen.findByRole('textbox', { name: /^Amount/ }), '10');
      await decide()(user);
    },
    submit: 'Refund',
    response: () => success(refundConversationPart, { data: refunded }),
    afterwards: () => serveConversation({ givenBack: cents(1_000) }),
    done,
  },
  {
    ...conversation,
    name: 'The decision about a payment in review',
    operation: decideReview,
    prepare: () => serveConversation({ inReview: true, status: 'REPORTED' }),
    begin: decide(/^Refund \$25\.00 to Ana/),
    submit: 'Refund $25.00 to Ana',
    response: () => success(decideReview, { data }),
    done,
  },
  {
    ...conversation,
    name: 'The answer to a help ticket',
    operation: answerTicket,
    prepare: () => {
      localStorage.setItem(`deskTicket_${answered.id}`, '<p>Hello, it is changed.</p>');
      const content: DeskConversation['content'] = {
        subject: 'The name on my receipt',
        messages: [],
        more: false,
        note: null,
        additionalInformation: null,
      };
      serveConversation({ ticket: true, netEarnings: null, status: 'PENDING', content });
    },
    begin: () => screen.findByText('Hello, it is changed.'),
    submit: 'Send the answer',
    response: () => success(answerTicket, { data }),
    done: says('Sent as support'),
  },
  {
    name: 'The decision of a report',
    operation: decideCase,
    address: paths.deskCase(report.id),
    viewer: dana,
    prepare: () => serveCase(),
    begin: decide(/No rule is broken/),
    submit: 'Reject the report',
    response: () => success(decideCase, { data }),
    done,
  },
  {
    name: 'A message to somebody who may be in danger',
    operation: decideCare,
    address: paths.deskCase(dangerCase.id),
    viewer: dana,
    prepare: () => {
      serveCase(dangerCase);
      serve(viewDeskColleagues, () => success(viewDeskColleagues, { data: [] }));
      serve(viewCareCase, () =>
        success(viewCareCase, {
          data: [{ ...careView, wrote: [{ by: dangerCase.about, at: NOW, text: 'I am tired.' }] }],
        }),
      );
    },
    begin: async (user) => {
      for (const name of LOOKS) await user.click(await screen.findByRole('button', { name }));
      await decide(/^Write to Ben/)(user);
    },
    submit: /^Write to Ben/,
    response: () => success(decideCare, { data: [{ message: DONE, passOn: null }] }),
    done,
  },
  {
    name: 'The decision of a claim',
    operation: decideClaim,
    address: paths.deskCase(report.id),
    viewer: dana,
    prepare: () => serveCase(claimCase),
    begin: decide(/Answer stands/),
    submit: 'Let the answer stand',
    response: () => success(decideClaim, { data }),
    done,
  },
  {
    name: 'The withdrawal of a proposal',
    operation: withdrawProposal,
    address: paths.deskCase(report.id),
    viewer: dana,
    prepare: () =>
      serveCase({
        ...claimCase,
        proposal: { by: personOf(dana), at: NOW, outcome: 'UPHELD', deed: null, reason: REASON },
      }),
    begin: async () => undefined,
    submit: 'Withdraw the proposal',
    response: () => success(withdrawProposal, { data }),
    done,
  },
  {
    name: 'A note to a case',
    operation: addCaseNote,
    address: paths.deskCase(report.id),
    viewer: dana,
    prepare: () => serveCase(),
    begin: async (user) =>
      user.type(await screen.findByRole('textbox', { name: /^New note/ }), REASON),
    submit: 'Add the note',
    response: () => success(addCaseNote, {}),
    afterwards: () => {
      serveCase({ notes: [{ by: personOf(ana), at: NOW, text: REASON }] });
    },
    done: says(REASON),
  },
  {
    name: 'The block of an account',
    operation: deskBlockUser,
    address: paths.deskPerson(deskAccount.id),
    viewer: { ...dana, permissionIds: ['MODERATOR'] },
    prepare: servePerson,
    begin: decide(),
    submit: 'Block the account',
    response: () => success(deskBlockUser, { data }),
    done,
  },
  {
    name: 'The release of a payout',
    operation: releaseHeldPayout,
    address: paths.deskPerson(deskAccount.id),
    viewer: { ...dana, permissionIds: ['FINANCE'] },
    prepare: servePerson,
    begin: decide(),
    submit: 'Release the payout',
    response: () => success(releaseHeldPayout, { data }),
    done,
  },
];
