import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';

/* The ten commonest taps of the product, as a person does them on a phone. */

/** The things that the taps open: a conversation to read, one to answer, and a chat. */
export type TapWorld = {
  readonly conversationId: string;
  readonly unansweredId: string;
  readonly chatId: string;
};

export type Tap = {
  readonly name: string;
  /** The address at which it is done. */
  readonly from: (world: TapWorld) => string;
  /** The preparation, which is not measured. */
  readonly before?: (page: Page) => Promise<void>;
  readonly tap: (page: Page) => Promise<void>;
  /** A JavaScript expression that is true once the next content is in the page. */
  readonly shown: string;
};

const exists = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) => element.checkVisibility())`;
const hasText = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) => element.textContent.includes(${JSON.stringify(text)}))`;
const rowsOf = (list: string) => `ul[aria-label="${list}"] li a`;

const LETTER = 'main article .prose';
const WORDS = 'See you on Tuesday.';

export const TAPS: readonly Tap[] = [
  {
    name: 'open a message',
    from: () => paths.inbox(),
    tap: (page) => page.locator(rowsOf('Inbound Messages')).first().tap(),
    shown: exists(LETTER),
  },
  {
    name: 'back to the inbox',
    from: () => paths.inbox(),
    async before(page) {
      await page.locator(rowsOf('Inbound Messages')).first().tap();
      await page.locator(LETTER).first().waitFor();
    },
    tap: (page) => page.getByRole('link', { name: 'Back', exact: true }).first().tap(),
    shown: exists(rowsOf('Inbound Messages')),
  },
  {
    name: 'tab to the outbox',
    from: () => paths.inbox(),
    tap: (page) => page.locator(`nav[aria-label="Main"] a[href="${paths.orders()}"]`).tap(),
    shown: exists('ul[aria-label="Outbound Messages"] li'),
  },
  {
    name: 'open a profile from search',
    from: () => paths.userSearch('okafor'),
    tap: (page) =>
      page
        .locator(`main a[href="${paths.profile('ben.okafor', 'search')}"]`)
        .first()
        .tap(),
    shown: exists('main [role="tab"]'),
  },
  {
    name: 'open a chat',
    from: () => paths.chat(),
    tap: (page) => page.locator('main a[href^="/chat-viewer/"]').first().tap(),
    shown: exists('[data-message]'),
  },
  {
    name: 'send a chat message',
    from: ({ chatId }) => paths.chatViewer(chatId),
    before: (page) => page.getByRole('textbox', { name: 'Message' }).fill(WORDS),
    tap: (page) => page.getByRole('button', { name: 'Send Message' }).tap(),
    // The text box is empty, and the words are among the messages.
    shown: `document.querySelector('main textarea, footer textarea, textarea').value === '' && ${hasText('[data-pending], [data-message]', WORDS)}`,
  },
  {
    name: 'type in an answer',
    from: ({ unansweredId }) => paths.paidReply(unansweredId),
    before: (page) => page.getByRole('textbox', { name: /Your answer/ }).focus(),
    tap: (page) => page.keyboard.type('x'),
    shown: hasText('[contenteditable="true"]', 'x'),
  },
  {
    name: 'open a menu',
    from: ({ conversationId }) => paths.inboxViewer(conversationId),
    tap: (page) => page.locator('header button[aria-haspopup="menu"]').first().tap(),
    shown: exists('[role="menuitem"]'),
  },
  {
    name: 'switch a tab of a profile',
    from: () => paths.profile('ben.okafor'),
    tap: (page) => page.getByRole('tab', { name: 'Social' }).tap(),
    shown: exists('[role="tab"][aria-selected="true"]:not(:first-child)'),
  },
  {
    name: 'choose a filter',
    from: () => paths.inbox(),
    // By a key: the list that a finger opens is drawn by the system, outside of the page.
    before: (page) => page.getByRole('combobox', { name: 'Status' }).focus(),
    tap: (page) => page.keyboard.press('ArrowDown'),
    shown: `${exists('[role="option"]')} || location.search.includes('filter=') && ${exists(rowsOf('Inbound Messages'))}`,
  },
];
