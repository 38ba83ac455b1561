import * as z from 'zod';
import { type Instant, later, SECOND } from '../time.ts';
import { reply } from './conversations.ts';

/* Chats of two people and of groups. Spec part 2, sections 4, 5 and 9. */

/** People in a group, whoever made it included. */
export const GROUP_MAX = 50;
export const CHAT_NAME_MAX = 50;
/** How long (ms) somebody counts as writing after they last said so. */
export const TYPING_TIME = 8 * SECOND;

export const chatName = z
  .string('Please enter a name')
  .trim()
  .min(1, 'Please enter a name')
  .max(CHAT_NAME_MAX, `The name can have at most ${CHAT_NAME_MAX} characters`);

/** HTML, as in a reply of an open conversation. */
export const chatMessageText = reply;

export const typingUntil = (now: Instant): Instant => later(now, TYPING_TIME);
