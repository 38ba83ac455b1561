import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewInboxList } from '../../../shared/api/conversation-lists.ts';
import { sendEmailCode, viewEmail } from '../../../shared/api/email.ts';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, inboxRow } from '../screen-fixtures.ts';

/* The offer of an email address in jsdom, which cannot show notifications. */

async function openInbox(address: string | null = null, offered = true) {
  serve(viewInboxList, () =>
    success(viewInboxList, { data: [inboxRow(1)], pageTotal: 1 } as never),
  );
  serve(viewEmail, () => success(viewEmail, { data: [{ offered, address, suppressed: null }] }));
  serve(sendEmailCode, () => success(sendEmailCode, {}));
  const opened = await openScreen(paths.inbox(), ana);
  await screen.findByText(inboxRow(1).subject);
  return opened;
}

const offer = () => screen.findByRole('region', { name: 'Hear about new messages by email' });
const field = () => screen.findByRole('textbox', { name: 'Email address' });

describe('a browser that cannot show notifications', () => {
  test('sends a code to the address that is entered in place, and then asks for the code', async () => {
    const { user } = await openInbox();
    await offer();
    await user.type(await field(), 'ana@letters.example');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('heading', { name: 'Confirm email address' });
    expect(callsOf(sendEmailCode).map(({ input }) => input.get('email'))).toEqual([
      'ana@letters.example',
    ]);
  });

  test('says what is wrong with an address, and sends nothing', async () => {
    const { user } = await openInbox();
    await user.type(await field(), 'ana@');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
    expect(callsOf(sendEmailCode)).toEqual([]);
  });

  test('does not offer it again to a user who declined', async () => {
    const { user } = await openInbox();
    await offer();
    await user.click(screen.getByRole('button', { name: 'Don’t offer this again' }));
    expect(screen.queryByRole('region', { name: 'Hear about new messages by email' })).toBeNull();
  });

  test.each([
    ['a user with an address', 'ana@letters.example', true],
    ['a user of a product that sends no email', null, false],
  ] as const)('offers nothing to %s', async (_whom, address, offered) => {
    await openInbox(address, offered);
    await waitFor(() => expect(callsOf(viewEmail)).toHaveLength(1));
    expect(screen.queryByRole('textbox', { name: 'Email address' })).toBeNull();
  });
});
