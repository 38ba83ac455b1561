import type { Page } from 'playwright-core';

/* Reads and operates the open chat on a phone. */

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' });
export const messageNote = (page: Page, text: string) =>
  page.locator('[data-message]').filter({ has: page.getByText(text, { exact: true }) });
export const pending = (page: Page) => page.locator('[data-pending]');

export async function sendMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
}

/** Advances the phone's clock to its next poll and waits for the response. */
export async function waitForPoll(page: Page, seconds = 6): Promise<void> {
  const answer = page.waitForResponse((response) =>
    response.url().includes('/api/viewChatMessagesSince'),
  );
  await page.clock.fastForward(seconds * 1_000);
  await (await answer).finished();
}

/** Lets the server receive requests and drops its responses. */
export async function dropResponses(page: Page): Promise<void> {
  await page.route('**/api/createChatMessage', async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** The distance of the message list from its end, in pixels. */
export const fromEnd = (page: Page) =>
  page
    .locator('.chat-log')
    .evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
