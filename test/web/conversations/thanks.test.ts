import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import {
  showThanks,
  takeBackThanks,
  thankRecipient,
  withdrawThanksConsent,
} from '#shared/api/thanks.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { DAY, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* Thanks under an answer, and for whoever answered. docs/product/conversations.md#thanks */

const answered: Conversation = {
  ...message,
  status: 'OPEN',
  moneyState: 'CHARGED',
  timeline: [
    { event: 'PAID', at: NOW, moneyState: 'HELD' },
    { event: 'ANSWERED', at: NOW, moneyState: 'CHARGED' },
  ],
};
const SENTENCE = 'The clerk took the copy, and I slept.';
const answer = {
  id: '01J000000000000000000000AN',
  kind: 'PAID_RESPONSE' as const,
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  body: '<p>Send it by registered mail.</p>',
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
};

type Said = NonNullable<Conversation['thanks']>;
/** What the sender said; only the recipient may read it by default. */
const saying = (more: Partial<Said> = {}): Said => ({
  at: NOW,
  text: SENTENCE,
  consent: null,
  isShown: false,
  ...more,
});
const AS_BEN = { at: NOW, name: 'Ben' };

/** Serves a letter of which the server remembers what was said in thanks. */
function serveLetter(more: Partial<Conversation> = {}) {
  let letter: Conversation = { ...answered, ...more };
  serve(viewOrder, () => success(viewOrder, { data: [letter] }));
  serve(viewInbox, () => success(viewInbox, { data: [letter] }));
  const messages = { data: [answer], pageTotal: 1 };
  serve(viewOrderMessages, () => success(viewOrderMessages, messages));
  serve(viewInboxMessages, () => success(viewInboxMessages, messages));
  serve(thankRecipient, ({ input }) => {
    const choice = input.get('mayShow');
    const name = choice === 'NAME' ? 'Ben' : null;
    const consent = choice === 'NO' ? null : { at: NOW, name };
    letter = { ...letter, thanks: saying({ text: input.get('text') || null, consent }) };
    return success(thankRecipient, {});
  });
  serve(withdrawThanksConsent, () => {
    letter = { ...letter, thanks: saying({ text: letter.thanks?.text ?? null }) };
    return success(withdrawThanksConsent, {});
  });
  serve(showThanks, ({ input }) => {
    const { text = null, consent = null } = letter.thanks ?? {};
    const isShown = input.get('isShown') === 'true';
    letter = { ...letter, thanks: saying({ text, consent, isShown }) };
    return success(showThanks, {});
  });
  serve(takeBackThanks, () => {
    const { thanks: _, ...rest } = letter;
    letter = rest;
    return success(takeBackThanks, {});
  });
}

const until = later(NOW, 29 * DAY);
const asSender = () => openScreen(paths.orderViewer(answered.id), ben);
const card = async () => within(await screen.findByRole('region', { name: 'Thanks' }));

describe('the sender of an answered letter', () => {
  test('says thanks with one tap and adds a sentence', async () => {
    serveLetter({ thankUntil: until });
    const { user } = await asSender();
    (await card()).getByText(/^Until /);
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    await screen.findByText('Ana will see that it helped.');
    const sentence = screen.getByRole('textbox', { name: 'One sentence, if you like' });
    expect(document.activeElement).toBe(sentence);
    await user.type(sentence, SENTENCE);
    await user.click(screen.getByRole('button', { name: 'Send to Ana' }));
    await screen.findByText('You thanked Ana today');
    (await card()).getByText(`“${SENTENCE}”`);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Thanks' }));
    expect(callsOf(thankRecipient).map(({ input }) => input.get('text'))).toEqual(['', SENTENCE]);
  });

  test('is done without a sentence, and can undo the tap', async () => {
    serveLetter({ thankUntil: until });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await screen.findByText('You thanked Ana today');
    expect(callsOf(takeBackThanks)).toHaveLength(1);
  });

  test('cancels a change, which leaves what was said', async () => {
    serveLetter({ thankUntil: until, thanks: saying({ consent: AS_BEN }) });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const sentence = await screen.findByRole('textbox', { name: 'One sentence, if you like' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await user.clear(sentence);
    await user.type(sentence, 'Something else.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('You thanked Ana today');
    (await card()).getByText(`“${SENTENCE}”`);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Thanks' }));
    expect([callsOf(takeBackThanks), callsOf(thankRecipient)]).toEqual([[], []]);
  });

  test('cancels the sentence that would be added, and the tap stays', async () => {
    serveLetter({ thankUntil: until, thanks: saying({ text: null }) });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Add a sentence' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('You thanked Ana today');
    expect(callsOf(takeBackThanks)).toHaveLength(0);
  });

  test('reads that another sentence comes off the profile until it is chosen again', async () => {
    serveLetter({ thankUntil: until, thanks: saying({ consent: AS_BEN, isShown: true }) });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await screen.findByText(
      'Ana shows it now. If you change it, it’s taken off the profile until Ana chooses it again.',
    );
  });

  test('can only take it back after 30 days', async () => {
    serveLetter({ thanks: saying() });
    const { user } = await asSender();
    await screen.findByText(/The 30 days are over/);
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Take it back' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Thanks' })).toBeNull());
  });

  test('sees no card once the time is over', async () => {
    serveLetter();
    await asSender();
    await screen.findByText('Send it by registered mail.');
    expect(screen.queryByRole('region', { name: 'Thanks' })).toBeNull();
  });

  test('is told if it was not saved', async () => {
    serveLetter({ thankUntil: until });
    serve(thankRecipient, () => refusal('WRONG_STATUS'));
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    const told = await (await card()).findByRole('alert');
    await waitFor(() => expect(told.textContent).not.toBe(''));
  });

  test('is asked with the sentence who may read it, of which “No” is chosen', async () => {
    serveLetter({ thankUntil: until });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    const sentence = await screen.findByRole('textbox', { name: 'One sentence, if you like' });
    expect(screen.queryByRole('radio')).toBeNull();
    await user.type(sentence, SENTENCE);
    const choices = within(screen.getByRole('radiogroup', { name: 'May Ana show this?' }));
    expect(choices.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
      'NO',
      'NAME',
      'NO_NAME',
    ]);
    expect(choices.getByRole<HTMLInputElement>('radio', { name: 'No, it’s for Ana' }).checked).toBe(
      true,
    );
    await user.click(choices.getByRole('radio', { name: 'Yes, as “Ben”' }));
    await user.click(screen.getByRole('button', { name: 'Send to Ana' }));
    await screen.findByText('Ana may show it as “Ben”.');
    expect(callsOf(thankRecipient).at(-1)?.input.get('mayShow')).toBe('NAME');
  });

  test('withdraws the consent, and keeps what was said', async () => {
    serveLetter({ thankUntil: until, thanks: saying({ consent: AS_BEN }) });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Don’t show it' }));
    await screen.findByText('Only Ana can read it.');
    (await card()).getByText(`“${SENTENCE}”`);
    expect(callsOf(takeBackThanks)).toHaveLength(0);
  });

  test('takes it off the profile after 30 days, and cannot rewrite it', async () => {
    serveLetter({ thanks: saying({ consent: AS_BEN, isShown: true }) });
    const { user } = await asSender();
    await screen.findByText(/^Ana shows it as “Ben”\. The 30 days are over/);
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Take it off Ana’s profile' }));
    await screen.findByText(/^Only Ana can read it\./);
  });
});

describe('whoever answered', () => {
  const asRecipient = () => openScreen(paths.inboxViewer(answered.id), ana);

  test('reads the thanks above the letter, and that they are for nobody else', async () => {
    serveLetter({ thanks: saying() });
    await asRecipient();
    const thanks = await card();
    await waitFor(() => thanks.getByText('Ben says thanks'));
    thanks.getByText(`“${SENTENCE}”`);
    thanks.getByText('Only for you. Ben didn’t agree to show it.');
    expect(thanks.queryByRole('switch')).toBeNull();
  });

  test('shows them on the profile with one switch, which says how they will stand', async () => {
    serveLetter({ thanks: saying({ consent: AS_BEN }) });
    const { user } = await asRecipient();
    const shown = await screen.findByRole<HTMLInputElement>('switch', {
      name: 'Show on my profile',
    });
    screen.getByText(/^As “Ben, \w+ \d{4}”$/);
    await user.click(shown);
    await waitFor(() => expect(shown.checked).toBe(true));
    expect(callsOf(showThanks)).toHaveLength(1);
    const [call] = callsOf(showThanks);
    expect(call?.input.get('isShown')).toBe('true');
    expect(call?.input.get('consentAt')).toBe(new Date(NOW).toISOString());
  });

  test('reads why they cannot be shown any more', async () => {
    serveLetter({ thanks: saying({ consent: AS_BEN }) });
    serve(showThanks, () => refusal('WRONG_STATUS'));
    const { user } = await asRecipient();
    const shown = await screen.findByRole<HTMLInputElement>('switch');
    await user.click(shown);
    await (await card()).findByText(REFUSALS.WRONG_STATUS.sentence);
    expect(shown.checked).toBe(false);
  });
});
