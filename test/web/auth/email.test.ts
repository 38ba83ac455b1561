import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { confirmEmail, removeEmail, sendEmailCode, viewEmail } from '#shared/api/email.ts';
import { unsubscribeByEmail } from '#shared/api/unsubscribe.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The page of the email address and the page that ends a kind of emails, in jsdom. */

type Suppressed = 'BOUNCE' | 'COMPLAINT' | null;

/** Opens the page of a person with this address. */
function openWith(address: string | null, suppressed: Suppressed = null, offered = true) {
  serve(viewEmail, () => success(viewEmail, { data: [{ offered, address, suppressed }] }));
  return openScreen(paths.email(), ana);
}

describe('the page of the email address', () => {
  test('sends a code, and confirms the address with it and the password', async () => {
    serve(sendEmailCode, () => success(sendEmailCode, {}));
    serve(confirmEmail, () => success(confirmEmail, {}));
    const { user } = await openWith(null);
    await user.type(await screen.findByLabelText('Email address'), 'ana@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const boxes = await screen.findByRole('group', { name: 'Verification code' });
    const [box] = within(boxes).getAllByRole('textbox', {
      description: /^Verification code sent to ana@example.com/,
    });
    await user.click(box as HTMLElement);
    await user.paste('123456');
    await user.type(screen.getByLabelText('Your password'), 'Correct-Horse-1');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(callsOf(confirmEmail)).toHaveLength(1));
    expect(Object.fromEntries(callsOf(confirmEmail)[0]?.input ?? [])).toEqual({
      email: 'ana@example.com',
      code: '123456',
      password: 'Correct-Horse-1',
    });
  });

  test('keeps what was typed if the code could not be sent', async () => {
    serve(sendEmailCode, () => refusal('UNAVAILABLE'));
    const { user } = await openWith(null);
    await user.type(await screen.findByLabelText('Email address'), 'ana@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText('The code may not have been sent. Please try again.');
    screen.getByRole('button', { name: 'Send code' });
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ana@example.com');
  });

  test('says why nothing is sent to an address', async () => {
    await openWith('ana@example.com', 'BOUNCE');
    await screen.findByText('We send nothing to this address');
    screen.getByText(/Messages to it came back/);
  });

  test('removes the address with the password', async () => {
    serve(removeEmail, () => success(removeEmail, {}));
    const { user } = await openWith('ana@example.com');
    await user.click(await screen.findByRole('button', { name: 'Remove address' }));
    await user.type(await screen.findByLabelText('Your password'), 'Correct-Horse-1');
    const buttons = screen.getAllByRole('button', { name: 'Remove address' });
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(callsOf(removeEmail)).toHaveLength(1));
    expect(Object.fromEntries(callsOf(removeEmail)[0]?.input ?? [])).toEqual({
      password: 'Correct-Horse-1',
    });
  });

  test('says that a stage sends no email', async () => {
    await openWith(null, null, false);
    await screen.findByText(/Email isn’t available here yet/);
  });
});

describe('the page that ends a kind of emails', () => {
  test('asks for a press before it ends anything', async () => {
    serve(unsubscribeByEmail, () => success(unsubscribeByEmail, { title: 'My plan ends' }));
    const { user } = await openScreen(`${paths.unsubscribe()}?token=abc`, ana);
    const press = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(callsOf(unsubscribeByEmail)).toEqual([]);
    await user.click(press);
    await screen.findByText('My plan ends');
    expect(callsOf(unsubscribeByEmail)[0]?.input.get('token')).toBe('abc');
  });

  test('says that a link is not valid', async () => {
    serve(unsubscribeByEmail, () => refusal('NOT_FOUND'));
    const { user } = await openScreen(`${paths.unsubscribe()}?token=abc`, ana);
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    await screen.findByRole('alert');
  });
});
