import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { blockUser } from '#shared/api/blocks.ts';
import { viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox } from '#shared/api/conversations.ts';
import { viewUserLinksById } from '#shared/api/links.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { reportContent } from '#shared/api/reports.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { CONTENT_REPORT_REASONS } from '#shared/rules/desk/reports.ts';
import { REASON_GROUPS } from '#web/features/safety/reason-words.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';

/* The report form and its menus outside of chats. docs/product/desk.md#reports */

const serveProfile = (changes: Partial<typeof bensProfile> = {}) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, { data: [{ ...bensProfile, ...changes }] }),
  );
const serveReport = (alreadyOpen = false) =>
  serve(reportContent, () => success(reportContent, { alreadyOpen }));
type User = Awaited<ReturnType<typeof openScreen>>['user'];
async function choose(user: User, button: string, item: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
const press = async (user: User, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const sent = () => callsOf(reportContent).map(({ input }) => Object.fromEntries(input));

test('the form offers every reason once', () => {
  const offered = REASON_GROUPS.flatMap(({ reasons }) => reasons);
  expect([...offered].sort()).toEqual([...CONTENT_REPORT_REASONS].sort());
});

describe('the menu of a profile', () => {
  test('reports it, and shows what helps at once for urgent reasons', async () => {
    serveProfile();
    serveReport();
    const { user } = await openScreen(paths.profile(ben.username), ana);
    await choose(user, 'More about Ben Okafor', 'Report…');
    await screen.findByRole('dialog', { name: 'Report profile' });
    await user.click(screen.getByRole('radio', { name: 'Suicide or self-harm' }));
    screen.getByRole('link', { name: '988' });
    await user.click(screen.getByRole('radio', { name: 'Danger to a child' }));
    screen.getByText(/Call the emergency number first: 911/);
    expect(screen.queryByRole('link', { name: '988' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Pretending to be someone else' }));
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
    await press(user, 'Send report');
    await screen.findByText('Reported. We tell you when it’s decided.');
    expect(sent()).toEqual([
      {
        subjectType: 'PROFILE',
        subjectId: ben.id,
        within: '',
        reasonCode: 'IMPERSONATION',
        text: '',
      },
    ]);
  });

  test('says that an earlier report is still open', async () => {
    serveProfile();
    serveReport(true);
    const { user } = await openScreen(paths.profile(ben.username), ana);
    await choose(user, 'More about Ben Okafor', 'Report…');
    await user.click(await screen.findByRole('radio', { name: 'Threats' }));
    await press(user, 'Send report');
    await screen.findByText('You reported this before, and we’re still looking at it.');
  });

  test('requires a text with the reason "Something else"', async () => {
    serveProfile();
    serveReport();
    const { user } = await openScreen(paths.profile(ben.username), ana);
    await choose(user, 'More about Ben Okafor', 'Report…');
    await user.click(await screen.findByRole('radio', { name: 'Something else' }));
    await press(user, 'Send report');
    await screen.findByText('Please say what is wrong');
    expect(sent()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'It is odd');
    await press(user, 'Send report');
    await screen.findByText('Reported. We tell you when it’s decided.');
  });

  test('blocks the person, and says what happens to pending messages', async () => {
    serveProfile();
    serve(blockUser, () => success(blockUser, {}));
    const { user } = await openScreen(paths.profile(ben.username), ana);
    await choose(user, 'More about Ben Okafor', 'Block Ben');
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText(/yours is canceled, theirs is declined/);
    serveProfile({ blocked: true });
    await user.click(dialog.getByRole('button', { name: 'Block Ben' }));
    await screen.findByText('You blocked this person.');
    expect(callsOf(blockUser).map(({ input }) => input.get('userId'))).toEqual([ben.id]);
  });

  test('leads a visitor to the sign-in, and offers no block', async () => {
    serveProfile();
    const { user, pathname } = await openScreen(paths.profile(ben.username));
    await user.click(await screen.findByRole('button', { name: 'More about Ben Okafor' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Report…']);
    await user.click(items[0] as HTMLElement);
    await screen.findByText(`Next: @${ben.username}’s profile`);
    expect(pathname()).toBe('/login');
  });

  test('is not on one’s own profile and not on that of support', async () => {
    serveProfile({ id: ana.id });
    const own = await openScreen(paths.profile(ben.username), ana);
    await screen.findByText('This is how others see you.');
    expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull();
    own.close();
    serveProfile({ username: SUPPORT_USERNAME });
    await openScreen(paths.profile(SUPPORT_USERNAME), ana);
    await screen.findByText('Official account');
    expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull();
  });
});

test('the menu of a link reports it with its owner', async () => {
  serveProfile();
  serveReport();
  const link = {
    id: 'one',
    linkName: 'Shop',
    linkUrl: 'https://example.com/',
    position: 0,
    verifiedAt: null,
  };
  serve(viewUserLinksById, () => success(viewUserLinksById, { data: [link] }));
  const { user } = await openScreen(paths.profile(ben.username), ana);
  await user.click(await screen.findByRole('tab', { name: 'Links' }));
  await choose(user, 'More about the link Shop', 'Report…');
  await screen.findByText('Shop: https://example.com/');
  await user.click(screen.getByRole('radio', { name: 'Scam or fraud' }));
  await press(user, 'Send report');
  await screen.findByText('Reported. We tell you when it’s decided.');
  expect(sent()[0]).toMatchObject({ subjectType: 'LINK', subjectId: 'one', within: ben.id });
});

describe('the menu of a message', () => {
  const open = { ...message, status: 'OPEN', moneyState: 'CHARGED' } as const;
  const question = {
    ...({ id: '01J0000000000000000000000Q', kind: 'QUESTION', body: '<p>Hello</p>' } as const),
    senderId: ben.id,
    senderName: ben.fullName,
    senderAvatar: null,
    dateTimeSent: NOW,
    dateTimeDelivered: NOW,
    dateTimeRead: NOW,
    messageRead: true,
  };
  const serveMessage = (conversation: typeof message, kind = 'QUESTION') => {
    serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
    serve(viewInboxMessages, () =>
      success(viewInboxMessages, { pageTotal: 1, data: [{ ...question, kind } as never] }),
    );
  };

  test('reports an answered message of its sender', async () => {
    serveMessage(open);
    serveReport();
    const { user } = await openScreen(paths.inboxViewer(open.id), ana);
    await screen.findByText('Hello');
    await choose(user, 'More', 'Report…');
    await screen.findByRole('dialog', { name: 'Report letter' });
    await screen.findByText(/^Staff see this letter .* What was paid stays as it is/);
    await user.click(screen.getByRole('radio', { name: 'Hate speech' }));
    await press(user, 'Send report');
    await screen.findByText('Reported. We tell you when it’s decided.');
    expect(sent()[0]).toMatchObject({
      subjectType: 'MESSAGE',
      subjectId: question.id,
      within: open.id,
    });
  });

  test.each([
    ['PAID_RESPONSE', 'Report answer'],
    ['REPLY', 'Report reply'],
  ])('calls what is reported by its name: a %s', async (kind, title) => {
    serveMessage(open, kind);
    const { user } = await openScreen(paths.inboxViewer(open.id), ana);
    await screen.findByText('Hello');
    await choose(user, 'More', 'Report…');
    await screen.findByRole('dialog', { name: title });
  });

  test('leads from a pending message to the report that decides about its payment', async () => {
    serveMessage(message);
    const { user, pathname } = await openScreen(paths.inboxViewer(message.id), ana);
    await screen.findByText('Hello');
    await choose(user, 'More', 'Report…');
    await screen.findByRole('heading', { name: 'Report Message' });
    expect(pathname()).toBe(paths.report(message.id));
  });
});
