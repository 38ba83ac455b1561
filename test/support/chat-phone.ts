import type { Page } from 'playwright-core';

/* A phone with a chat open on it: what is read there, and what is done. */

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' });
export const slip = (page: Page, text: string) =>
  page.locator('[data-message]').filter({ has: page.getByText(text, { exact: true }) });
export const pending = (page: Page) => page.locator('[data-pending]');

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
}

/** Moves the phone on to where it looks for news, and waits until it has the answer. */
export async function looks(page: Page, seconds = 6): Promise<void> {
  const answer = page.waitForResponse((response) =>
    response.url().includes('/api/viewChatMessagesSince'),
  );
  await page.clock.fastForward(seconds * 1_000);
  await (await answer).finished();
}

/** The server gets what is sent, and its answers are lost on the way. */
export async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/api/createChatMessage', async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** How far (px) the list of messages is from its end. */
export const fromEnd = (page: Page) =>
  page
    .locator('.chat-log')
    .evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
