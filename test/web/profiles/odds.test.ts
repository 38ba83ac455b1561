import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { cents } from '#shared/money.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { instant } from '#shared/time.ts';
import { cardWords } from '#web/features/billing/card/card-words.ts';
import { oddsWords, promiseWords } from '#web/features/profiles/odds-words.ts';
import { paths } from '#web/paths.ts';
import { weekdayWords } from '#web/shell/dates.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, NOW } from '../screen-fixtures.ts';

/* What a sender may expect, in words, before they pay. docs/product/profiles.md#odds */

const now = instant(new Date(2026, 10, 22, 9, 12).getTime());

describe('the words of the odds', () => {
  const words = (
    answered: number,
    ended: number,
    medianHours: number | null,
    more: Partial<typeof bensProfile> = {},
  ) => oddsWords({ ...bensProfile, odds: { answered, ended, medianHours }, ...more });

  test('say how many of the last messages were answered, the usual time, and the places left', () => {
    expect(words(47, 50, 19, { remainingThisMonth: 6 })).toBe(
      'Answered 47 of the last 50, usually within 19 hours, 6 openings left this month.',
    );
  });

  test.each([{ full: true }, { paused: { until: null } }, { freeChat: true }] as const)(
    'name no places while none can be taken (%j)',
    (more) => {
      const recipient = { remainingThisMonth: 18, ...more } as Partial<typeof bensProfile>;
      expect(words(47, 50, 19, recipient)).toBe(
        'Answered 47 of the last 50, usually within 19 hours.',
      );
    },
  );

  test('name an hour, up to 48 hours, and then days, rounded up', () => {
    const time = (hours: number) => /within (.*?),/.exec(words(5, 5, hours) ?? '')?.[1];
    expect([1, 2, 48, 49, 96].map(time)).toEqual([
      '1 hour',
      '2 hours',
      '48 hours',
      '3 days',
      '4 days',
    ]);
  });

  test('say no usual time unless most messages were answered', () => {
    expect(words(3, 5, 2)).toMatch(/^Answered 3 of the last 5, usually/);
    expect(words(3, 6, 2)).toBe('Answered 3 of the last 6, 10 openings left this month.');
    expect(words(0, 6, null)).toBe('Answered 0 of the last 6, 10 openings left this month.');
  });

  test('say that a person is new without odds, also from an older server', () => {
    expect(oddsWords(bensProfile)).toBe('New here, 10 openings left this month.');
    const { odds: _, ...older } = bensProfile;
    expect(oddsWords(older as typeof bensProfile)).toMatch(/^New here/);
  });

  test('count the openings, and say nothing of them if nobody can write', () => {
    const places = (remainingThisMonth: number, paidResponseCommitment = 99_999) =>
      words(5, 5, 2, { remainingThisMonth, paidResponseCommitment })?.split(', ').slice(2).join();
    expect(places(0)).toBe('no openings left this month.');
    expect(places(1)).toBe('1 opening left this month.');
    expect(places(99_999)).toBe('99,999 openings left this month.');
    expect(places(0, 0)).toBe('');
    expect(words(5, 5, 2, { paidResponseCommitment: 0 })).toBe(
      'Answered 5 of the last 5, usually within 2 hours.',
    );
  });

  test('say nothing of the support account', () => {
    expect(oddsWords({ ...bensProfile, username: SUPPORT_USERNAME })).toBeUndefined();
  });
});

describe('the words of the promise', () => {
  const promise = (...given: Parameters<typeof promiseWords>) =>
    promiseWords(...given).replaceAll('\u00a0', ' ');

  test('name the date', () => {
    expect(promise(cents(2_500), now)).toBe(
      'No answer by Wed, Dec 2? You get all $25.00 back to your card.',
    );
  });

  test('name no date without a time zone', () => {
    expect(promise(cents(2_500), undefined)).toBe(
      'No answer within 10 days? You get all $25.00 back to your card.',
    );
  });

  test('name an unknown brand by its digits only', () => {
    expect(cardWords({ cardBrand: 'unknown', cardLastFour: '0005' })).toBe('card 0005');
  });
});

const withOdds = { odds: { answered: 47, ended: 50, medianHours: 19 }, remainingThisMonth: 6 };
const record = 'Answered 47 of the last 50, usually within 19 hours, 6 openings left this month.';
const said = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const deadline = () => weekdayWords(deadlineOf(NOW), NOW);

const serveBen = (more: Partial<typeof bensProfile> = {}) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, { data: [{ ...bensProfile, ...withOdds, ...more }] }),
  );

describe('the screens before a payment', () => {
  // The facts behind the badge are definitions too.
  const ofProfile = () =>
    screen.getAllByRole('definition').filter((value) => !value.closest('details'));
  const figures = () =>
    ofProfile().map((value) => {
      const label = value.parentElement?.querySelector('dt')?.textContent;
      return `${value.textContent} ${label}`;
    });

  test('the profile has the odds as figures for everybody, and the date of the promise for users', async () => {
    serveBen();
    const visit = await openScreen(paths.profile(ben.username));
    await screen.findByText('47 of 50');
    expect(figures()).toEqual(['47 of 50 answered', '19 hours usual wait', '6 openings left']);
    expect(said()).toContain('No answer within 10 days? You get all $5.00 back to your card.');
    visit.close();
    await openScreen(paths.profile(ben.username), ana);
    await screen.findByText('47 of 50');
    expect(said()).toContain(`No answer by ${deadline()}? You get all $5.00 back to your card.`);
  });

  test('the profile of somebody new has two figures', async () => {
    serveBen({ odds: null, remainingThisMonth: 1 });
    await openScreen(paths.profile(ben.username));
    await screen.findByText('New here');
    expect(figures()).toEqual(['New here too few answers to count', '1 opening left']);
  });

  test('the profile has the response rate as a percentage below them', async () => {
    serveBen({ answeredCount: 90, endedCount: 120, responseRate: 75 });
    await openScreen(paths.profile(ben.username));
    await screen.findByText('Response rate: 75%');
  });

  test('a dialog explains the figures, and can be closed', async () => {
    serveBen();
    const { user } = await openScreen(paths.profile(ben.username));
    await user.click(await screen.findByRole('button', { name: 'What these figures mean' }));
    const dialog = await screen.findByRole('dialog', { name: 'What you can expect' });
    expect(dialog.textContent).toMatch(/last 50 paid letters of the last 90 days that Ben/);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('What you can expect')).toBeNull();
  });

  test('the profile invites to answer the questions of the person', async () => {
    const prompts = [
      { question: 'By when do you need to act?', required: true },
      { question: 'What would you like to happen?', required: false },
    ];
    serveBen({ prompts });
    await openScreen(paths.profile(ben.username));
    await screen.findByRole('heading', { name: 'Ben will ask you two things' });
    for (const { question } of prompts) screen.getByText(question);
  });

  test('the page where a message is written says both', async () => {
    serveBen();
    serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
    serve(viewDraft, () => success(viewDraft, { data: [] }));
    await openScreen(paths.createInbox(ben.id), ana);
    await screen.findByRole('textbox', { name: 'Subject' });
    expect(said()).toContain(
      `${record} No answer by ${deadline()}? You get all $5.00 back to your card.`,
    );
  });

  test('the payment says both, with the card on file and with no card while another is typed', async () => {
    serveBen();
    const text = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;
    const draft = {
      id: '01J0000000000000000000000D',
      version: 1,
      recipientId: ben.id,
      messageSubject: 'Dry winters',
      messageText: text,
      modifiedAt: NOW,
      expiresAt: NOW,
    };
    serve(viewDraft, () => success(viewDraft, { data: [draft] }));
    serve(viewPaymentMethod, () =>
      success(viewPaymentMethod, {
        data: [{ id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' }],
      }),
    );
    const { user } = await openScreen(paths.inboxPayment(ben.id), ana);
    await screen.findByText('Order total');
    expect(said()).toContain(record);
    expect(said()).toContain('You get all $5.00 back on Visa 4242 automatically.');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(said()).toContain('You get all $5.00 back on your card automatically.');
  });
});
