import type { To } from 'react-router';
import * as checkout from '#shared/messages/checkout.ts';
import { paths } from '#web/paths.ts';
import { firstName } from '../../conversation.ts';
import type { Profile } from '../../recipient.ts';

/*
 * What the recipient changed while the sender was about to pay, so that the message has to be looked at again. The page of the
 * payment leads back to the page where the message is written, which says what changed.
 */

export type OfferChange =
  /** They ask a question that has to be answered first. */
  | 'QUESTION'
  /** The message became too short: they no longer ask what was answered. */
  | 'TOO_SHORT'
  /** The chosen tier is no longer offered. */
  | 'OFFER';

/** The address of writing, with the choice and the order that is asked again, and the state that says what changed. */
export const backToWriting = (
  recipientId: string,
  choice: string | undefined,
  changed?: OfferChange,
  askedAgain?: string,
): { readonly to: To; readonly state: { readonly changed: OfferChange } | null } => ({
  to: paths.createInbox(recipientId, choice, askedAgain),
  state: changed ? { changed } : null,
});

/** The change in the state of a navigation; undefined if there is none. */
export function changeIn(state: unknown): OfferChange | undefined {
  if (typeof state !== 'object' || state === null || !('changed' in state)) return undefined;
  const { changed } = state;
  return changed === 'QUESTION' || changed === 'TOO_SHORT' || changed === 'OFFER'
    ? changed
    : undefined;
}

/** What changed, what was not charged, and what to do. */
export function changeWords(
  change: OfferChange,
  { fullName }: Pick<Profile, 'fullName'>,
): { readonly title: string; readonly text: string } {
  const name = firstName(fullName);
  switch (change) {
    case 'QUESTION':
      return {
        title: `${name} asks a new question`,
        text: checkout.questionAdded(name),
      };
    case 'TOO_SHORT':
      return {
        title: `${name} changed the questions`,
        text: checkout.questionRemoved(name),
      };
    case 'OFFER':
      return {
        title: `What ${name} offers has changed`,
        text: checkout.TIER_GONE,
      };
  }
}
