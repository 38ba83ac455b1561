import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { paths } from '#web/paths.ts';
import { openScreen, requestedPaths } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* Invalid addresses and addresses of unknown ids in jsdom: each shows its not-found screen. The server answers NOT_FOUND. */

const UNKNOWN = '01J0000000000000000000000A';
const CUT_OFF = '01J00000000000000000';

const MESSAGE = 'Letter not found';
const SCREENS: readonly (readonly [build: (id: string) => string, notFound: string])[] = [
  [paths.inboxViewer, MESSAGE],
  [paths.paidReply, MESSAGE],
  [paths.inboxReply, MESSAGE],
  [paths.report, MESSAGE],
  [paths.decline, MESSAGE],
  [paths.orderViewer, MESSAGE],
  [paths.orderReply, MESSAGE],
  [paths.cancel, MESSAGE],
  [paths.createInbox, 'User Not Found'],
  [paths.inboxPayment, 'User Not Found'],
  [paths.chatInvite, 'User Not Found'],
  [paths.chatViewer, 'Chat not found'],
  [paths.chatReply, 'Chat not found'],
  [paths.chatGroup, 'Chat not found'],
  [paths.addChatMembers, 'Chat not found'],
  [paths.renameChat, 'Chat not found'],
  [paths.chatPhoto, 'Chat not found'],
  [paths.editUserLink, 'Link not found'],
];
/** Its screen reads the list of one's links instead. */
const UNASKED = paths.editUserLink(UNKNOWN);
const rows = (id: string) => SCREENS.map(([build, heading]) => [build(id), heading] as const);

test.each(rows(CUT_OFF))(
  '%s shows "%s" without a request to the server',
  async (address, heading) => {
    await openScreen(address, ana);
    await screen.findByRole('heading', { name: heading });
    expect(document.querySelector('#page')?.textContent).not.toMatch(/[{}[\]]|Error/);
    expect(requestedPaths().filter((request) => request.includes(CUT_OFF))).toEqual([]);
  },
);

test.each(rows(UNKNOWN).filter(([address]) => address !== UNASKED))(
  '%s shows "%s" after one request of each kind',
  async (address, heading) => {
    await openScreen(address, ana);
    await screen.findByRole('heading', { name: heading });
    const asked = requestedPaths().filter((request) => request.includes(UNKNOWN));
    expect(asked.length).toBeGreaterThan(0);
    expect([...new Set(asked)]).toEqual(asked);
  },
);
