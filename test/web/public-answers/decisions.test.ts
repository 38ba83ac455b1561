import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewOrder } from '#shared/api/conversations.ts';
import {
  agreeToPublicAnswer,
  declinePublicAnswer,
  proposePublicAnswer,
  reportPublicAnswer,
  revisePublicAnswer,
  withdrawPublicAnswer,
} from '#shared/api/public-answers.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { REPORT_TEXT_MAX } from '#shared/rules/desk/reports.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, message } from '../screen-fixtures.ts';
import {
  answeredLetter,
  type Copy,
  NAME,
  PUBLIC_PAGE,
  proposed,
  published,
  revised,
  serveAnsweredLetter,
  serveCopy,
  servePublicPage,
  THE_30TH,
  unproposed,
} from './copy-fixtures.ts';

/* What the two people of a letter decide about a public copy of it. docs/product/public-answers.md */

const { id } = message;

async function opens(copy: Copy) {
  serveAnsweredLetter(copy.state ?? undefined);
  serveCopy(copy);
  const opened = await openScreen(paths.publicCopy(id), copy.side === 'sender' ? ben : ana);
  await screen.findByText(/could point at|Tap a marked place|What is new is marked/);
  return opened;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const read = () => screen.getByRole('checkbox', { name: /^I’ve read both texts/ });
const editsSent = (nth = 0) =>
  JSON.parse(callsOf(revisePublicAnswer)[nth]?.input.get('edits') ?? '[]');

describe('the author of an answer', () => {
  test('proposes it once both texts are read, with the places that were hidden', async () => {
    const { user, pathname } = await opens(unproposed);
    serve(proposePublicAnswer, () =>
      success(proposePublicAnswer, { data: [{ publicAnswerId: 'X' }] }),
    );
    await user.click(button('Ask Ben'));
    await screen.findByText('Please read both texts, then tick this.');
    expect(callsOf(proposePublicAnswer)).toHaveLength(0);
    await user.click(read());
    await user.click(button('Ask Ben'));
    await screen.findByText('Ben reads it and decides');
    const [call] = callsOf(proposePublicAnswer);
    expect(JSON.parse(call?.input.get('edits') ?? '')).toEqual([NAME]);
    expect(pathname()).toBe(paths.inboxViewer(id));
  });

  test('cannot keep the name of the person who asked', async () => {
    const { user } = await opens(unproposed);
    await user.click(button(/^changed:\s?Ben/));
    const keep = await screen.findByRole<HTMLInputElement>('radio', { name: /^Keep it/ });
    expect(keep.getAttribute('aria-disabled') ?? String(keep.disabled)).toBe('true');
  });

  test('reads what the sender hid more, which is marked, and agrees to that version', async () => {
    const { user } = await opens(revised);
    screen.getByText('newly changed:');
    serve(agreeToPublicAnswer, () => success(agreeToPublicAnswer, {}));
    await user.click(read());
    await user.click(button('Agree'));
    await screen.findByText('It’s public now');
    expect(callsOf(agreeToPublicAnswer)[0]?.input.get('version')).toBe('2');
  });
});

describe('the sender of the letter', () => {
  test('agrees to the version that was read', async () => {
    const { user, pathname } = await opens(proposed);
    serve(agreeToPublicAnswer, () => success(agreeToPublicAnswer, {}));
    await user.click(read());
    await user.click(button('Agree'));
    await screen.findByText('It’s public now, without your name');
    expect(callsOf(agreeToPublicAnswer)[0]?.input.get('version')).toBe('1');
    expect(pathname()).toBe(paths.orderViewer(id));
  });

  test('comes back to a letter that no longer asks', async () => {
    serveAnsweredLetter('PROPOSED');
    serveCopy(proposed);
    const { user, pathname } = await openScreen(paths.orderViewer(id), ben);
    await user.click(await screen.findByRole('link', { name: 'Read and decide' }));
    await screen.findByText(/could point at/);
    serve(agreeToPublicAnswer, () => {
      serveCopy({ ...published, side: 'sender' });
      serve(viewOrder, async () => {
        // A letter that opened before its state arrives would be shown as it was.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return success(viewOrder, { data: [answeredLetter('PUBLIC')] });
      });
      return success(agreeToPublicAnswer, {});
    });
    await user.click(read());
    let asksAgain = false;
    const watch = new MutationObserver(() => {
      asksAgain ||= screen.queryByText('Read and decide') !== null;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await user.click(button('Agree'));
    await screen.findByText('Public, without your name');
    watch.disconnect();
    expect(asksAgain).toBe(false);
    expect(pathname()).toBe(paths.orderViewer(id));
  });

  test('hides a place, ticks again that both texts are read, and agrees to that', async () => {
    const { user } = await opens(proposed);
    serve(revisePublicAnswer, () => success(revisePublicAnswer, {}));
    await user.click(read());
    await user.click(button(/^on the 30th/));
    await user.click(await screen.findByRole('radio', { name: /^Hide it/ }));
    await user.click(button('Done'));
    expect(read()).toHaveProperty('checked', false);
    await user.click(read());
    await user.click(button('Agree to this'));
    await screen.findByText('Ana reads your changes next');
    expect(editsSent()).toEqual([NAME, THE_30TH]);
  });

  test('rewords words that nothing had marked, wherever they stand', async () => {
    const { user } = await opens(proposed);
    serve(revisePublicAnswer, () => success(revisePublicAnswer, {}));
    const words = screen.getByRole('textbox', { name: 'Hide or reword something else' });
    await user.type(words, 'nowhere');
    await user.click(button('Mark these words'));
    await screen.findByText('These words aren’t in the texts');
    await user.clear(words);
    await user.type(words, 'a receipt');
    await user.click(button('Mark these words'));
    await user.click(await screen.findByRole('radio', { name: 'Reword it' }));
    await user.click(button('Done'));
    await screen.findByText('Please write the other words');
    await user.type(screen.getByRole('textbox', { name: 'Other words' }), 'a slip');
    await user.click(button('Use “a slip”'));
    await user.click(read());
    await user.click(button('Agree to this'));
    await screen.findByText('Ana reads your changes next');
    expect(editsSent().at(-1)).toMatchObject({ part: 'answer', text: 'a slip' });
  });

  test('keeps it private without having read it', async () => {
    const { user } = await opens(proposed);
    serve(declinePublicAnswer, () => success(declinePublicAnswer, {}));
    await user.click(button('Keep it private'));
    await screen.findByText('It stays private');
    expect(callsOf(declinePublicAnswer)).toHaveLength(1);
  });

  test('reads that the texts have changed meanwhile, and sees the new ones', async () => {
    const { user } = await opens(proposed);
    serve(agreeToPublicAnswer, () => {
      serveCopy({ ...proposed, version: 3, edits: [NAME, THE_30TH] });
      return refusal('WRONG_STATUS');
    });
    await user.click(read());
    await user.click(button('Agree'));
    await waitFor(() => expect(read()).toHaveProperty('checked', false));
    await screen.findByText(REFUSALS.WRONG_STATUS.sentence);
  });

  test('reads that a reported answer is hidden while it is looked at', async () => {
    serveAnsweredLetter('PUBLIC');
    serveCopy({ ...published, held: true });
    await openScreen(paths.orderViewer(id), ben);
    await screen.findByText('Reported, and hidden for now');
    expect(screen.queryByRole('link', { name: 'See the page' })).toBeNull();
    expect(screen.queryByText('Public, without your name')).toBeNull();
    button('Withdraw');
  });

  test('withdraws a public answer after reading what that reaches', async () => {
    serveAnsweredLetter('PUBLIC');
    serveCopy(published);
    const { user } = await openScreen(paths.orderViewer(id), ben);
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Withdraw it for good?' }),
    );
    dialog.getByText('Whoever saved it');
    serve(withdrawPublicAnswer, () => {
      serveAnsweredLetter('WITHDRAWN');
      return success(withdrawPublicAnswer, {});
    });
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('It’s not public anymore');
    await waitFor(() => expect(screen.queryByText('Public, without your name')).toBeNull());
  });
});

describe('a stranger', () => {
  test('reports a public answer without an account, and not with a text that is too long', async () => {
    servePublicPage();
    serve(reportPublicAnswer, () => success(reportPublicAnswer, {}));
    const { user } = await openScreen(PUBLIC_PAGE);
    await screen.findByText('name hidden');
    expect(document.title).toMatch(/^What now\? Answered by Ben/);
    await user.click(button('Report'));
    await user.click(await screen.findByRole('radio', { name: 'Something else' }));
    await user.click(button('Send report'));
    await screen.findByText('Please say what is wrong');
    const text = screen.getByRole('textbox', { name: /^What happened\?/ });
    await user.click(text);
    await user.paste('x'.repeat(REPORT_TEXT_MAX + 1));
    await screen.findByText('Please keep this under 2,000 characters');
    await user.click(button('Send report'));
    expect(callsOf(reportPublicAnswer)).toHaveLength(0);
    await user.clear(text);
    await user.type(text, 'It is about my brother.');
    await user.click(button('Send report'));
    await waitFor(() => expect(callsOf(reportPublicAnswer)).toHaveLength(1));
  });
});
