import { cancelOrder, declineInbox, viewOrder } from '#shared/api/conversations.ts';
import { reportInbox } from '#shared/api/inbox-reports.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message } from '../screen-fixtures.ts';
import { readInbox } from './form-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms that end a message without an answer. */

export const ENDING_FORMS: readonly Form[] = [
  {
    name: 'report',
    address: paths.report(message.id),
    viewer: ana,
    operation: reportInbox,
    submit: 'Submit Report',
    prepare: readInbox,
    fill: (user) => write(user, /Additional Information/, 'He asks this every week.'),
    refused: { name: 'additionalInformation', field: /Additional Information/ },
    kept: { field: /Additional Information/, text: 'He asks this every week.' },
    failed: 'There was an error while reporting the message',
    done: () => success(reportInbox, {}),
    byKey: true,
  },
  {
    name: 'decline',
    address: paths.decline(message.id),
    viewer: ana,
    operation: declineInbox,
    submit: 'Decline',
    prepare: readInbox,
    fill: (user) => write(user, /A word to Ben/, 'I only do permits.'),
    refused: { name: 'note', field: /A word to Ben/ },
    kept: { field: /A word to Ben/, text: 'I only do permits.' },
    failed: 'There was an error while declining the letter',
    done: () => success(declineInbox, {}),
    byKey: true,
  },
  {
    name: 'cancelation',
    address: paths.cancel(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: cancelOrder,
    submit: 'Submit Cancelation',
    prepare: () => serve(viewOrder, () => success(viewOrder, { data: [message] })),
    fill: (user) => write(user, /Additional Information/, 'I sent it twice.'),
    refused: { name: 'additionalInformation', field: /Additional Information/ },
    kept: { field: /Additional Information/, text: 'I sent it twice.' },
    failed: 'There was an error while canceling the order',
    done: () => success(cancelOrder, {}),
    byKey: true,
  },
];
