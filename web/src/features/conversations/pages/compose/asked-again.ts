import { tabStorage } from '#web/api/storage.ts';

/*
 * The order that a sender asks again: its card, choice and answers to questions begin the new letter. It is in the address of the letter.
 * docs/product/conversations.md#asking-again
 */

/** The id of the order in the address of a letter; undefined for every other letter. */
export const askedAgainIn = (search: URLSearchParams): string | undefined =>
  search.get('again') ?? undefined;

/** Whoever looks for someone else after an order passes many screens: this tab keeps the id of the order. */
const ELSEWHERE = 'createInbox_askElsewhere';

export const rememberToAskElsewhere = (orderId: string): void =>
  tabStorage.setItem(ELSEWHERE, orderId);

/** The id of the order for which the sender looked for someone else; undefined without one. */
export const toAskElsewhere = (): string | undefined => tabStorage.getItem(ELSEWHERE) ?? undefined;

export const forgetToAskElsewhere = (): void => tabStorage.removeItem(ELSEWHERE);

/** The state of a navigation to the payment with another card than the one on file. */
export const ANOTHER_CARD = { anotherCard: true } as const;

/** Whether the state of a navigation asks for another card. */
export const wantsAnotherCard = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'anotherCard' in state;
