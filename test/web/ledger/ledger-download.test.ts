import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewLedger } from '#shared/api/ledger.ts';
import { cents } from '#shared/money.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { answeredEntry } from '#shared/rules/ledger/ledger.ts';
import { ledgerLineOf } from '#shared/rules/ledger/ledger-lines.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, message, NOW } from '../screen-fixtures.ts';

/* The file of the transaction history. */

const line = (nth: number) => {
  const order = { id: message.id, price: cents(2_500) };
  const entry = answeredEntry(order, ana.id, feeTermsOf('FREE', DEFAULT_FEES));
  const fields = ledgerLineOf({ ...entry, at: NOW }, ana.id);
  const id = `01J000000000000000000000R${nth}`;
  return { ...fields, id, personName: 'Ben Okafor', subject: 'Dry winters' };
};

/** The ledger in pages of one line each, of which the first `readable` can be read. */
function servePages(count: number, readable: number): void {
  serve(viewLedger, ({ input }) => {
    const nth = Number(input.get('cursor') ?? 1);
    if (nth > readable) return refusal('UNAVAILABLE');
    const page = { data: [line(nth)], pageTotal: count };
    return success(viewLedger, { ...page, ...(nth < count && { cursor: String(nth + 1) }) });
  });
}

/** Presses the button, and returns the texts of the files that are saved. */
async function download(): Promise<() => Promise<string[]>> {
  const files: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user } = await openScreen(paths.ledger(), ana);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  return () => Promise.all(files.map((file) => new Response(file).text()));
}

test('the file of a ledger has the lines of all pages', async () => {
  servePages(3, 3);
  const saved = await download();
  await waitFor(async () => expect(await saved()).toHaveLength(1));
  const [text = ''] = await saved();
  expect(text.trim().split('\r\n')).toHaveLength(1 + 3);
  expect(text).toContain(',66.00,');
});

test('a ledger that cannot be read to its end is not saved', async () => {
  servePages(3, 2);
  const saved = await download();
  await screen.findByText(/^The file couldn’t be made/);
  expect(await saved()).toEqual([]);
  expect(callsOf(viewLedger).at(-1)?.input.get('cursor')).toBe('3');
});
