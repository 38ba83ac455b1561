import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Conversation } from '../conversation.ts';

/** Says which messages a nudge sent, by their receipts. `name`: the recipient's. */
export function nudgeWords(
  { nudgeSent = [] }: Pick<Conversation, 'nudgeSent'>,
  name: string,
): string {
  const [pushed, emailed] = [nudgeSent.includes('PUSH'), nudgeSent.includes('EMAIL')];
  if (pushed && emailed) return `Reminder sent to ${name}’s device and by email`;
  if (pushed) return `Reminder sent to ${name}’s device`;
  if (emailed) return `Reminder emailed to ${name}`;
  return `You reminded ${name}. No notification or email has gone out; they see it when they open ${PRODUCT_NAME}`;
}
