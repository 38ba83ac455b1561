import type { Page } from 'playwright-core';
import { newId } from '#shared/ids.ts';
import { instant, MINUTE, toIso } from '#shared/time.ts';

/*
 * Makes the lists of a real server long: the browser gets a first page of the usual size and, as the second one, all
 * the rest, copied from the first row.
 */

const PAGE = 20;

type Row = Record<string, unknown>;

async function lengthen(page: Page, operation: string, all: (row: Row) => Row[]): Promise<void> {
  let rows: Row[] | undefined;
  await page.route(`**/api/${operation}?*`, async (route) => {
    const address = new URL(route.request().url());
    const isRest = address.searchParams.has('cursor');
    address.searchParams.delete('cursor');
    const response = await route.fetch({ url: String(address) });
    const body = await response.json();
    rows ??= all(body.data[0]);
    const data = isRest ? rows.slice(PAGE) : rows.slice(0, PAGE);
    const cursor = isRest ? undefined : 'rest';
    await route.fulfill({ response, json: { ...body, pageTotal: rows.length, data, cursor } });
  });
}

/** Makes a chat of these writers `count` messages long: from one word to a few lines each, with a few dozen a day. */
export const lengthenChat = (
  page: Page,
  count: number,
  writers: readonly string[],
): Promise<void> =>
  lengthen(page, 'viewChatMessages', (newest) => {
    const until = Date.parse(String(newest.dateTimeSent));
    return Array.from({ length: count }, (_, back) => {
      const number = count - back;
      const at = instant(until - back * 20 * MINUTE);
      const content = `<p>Line ${number}. ${'Some words more. '.repeat((number * 7) % 12)}</p>`;
      const userId = writers[Math.floor(number / 3) % writers.length];
      return { ...newest, id: newId(at), number, content, userId, dateTimeSent: toIso(at) };
    });
  });
