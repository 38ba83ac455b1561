import { PAGE_SIZE } from '#shared/api/paging.ts';
import { viewThanks } from '#shared/api/thanks.ts';
import { invalidInput } from '#shared/refusals.ts';
import { thanksFor } from '#shared/rules/conversations/thanks.ts';
import { serve } from '../serve.ts';
import { publicUserOf, userById } from '../storage/accounts/users.ts';
import { usersVisibleTo } from '../storage/contacts/contacts.ts';
import { conversationsById } from '../storage/conversations/conversations.ts';
import { listThanks, shownThanksBy } from '../storage/conversations/thanks.ts';
import { thanksView } from './thanks-views.ts';

/** A page of the thank-yous that the caller received, without those of people whom they blocked. */
export const handler = serve(viewThanks, async ({ skip = 0, cursor }, { table, caller, now }) => {
  const { userId } = caller;
  const [page, user, shown] = await Promise.all([
    listThanks(table, { userId, skip, cursor, limit: PAGE_SIZE }),
    userById(table, userId, now),
    shownThanksBy(table, userId),
  ]);
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  // What was taken back since the list was read is left out.
  const found = await conversationsById(table, page.conversationIds);
  const said = found.flatMap((c) => {
    const thanks = c && thanksFor(c);
    return thanks ? [{ c, thanks }] : [];
  });
  const senderIds = said.map(({ c }) => c.sender.id);
  const senders = said.length > 0 ? await usersVisibleTo(table, userId, senderIds, now) : [];
  return {
    pageTotal: page.total,
    data: said.flatMap(({ c, thanks }, nth) => {
      const sender = senders[nth];
      if (sender?.blocked) return [];
      const { fullName, avatarUrl } = sender?.user ? publicUserOf(sender.user) : c.sender;
      return [
        {
          id: c.id,
          subject: c.subject,
          senderName: fullName,
          senderAvatarUrl: avatarUrl,
          thanks: thanksView(c, thanks, 'recipient'),
        },
      ];
    }),
    cursor: page.cursor,
    thankedCount: user?.thankedCount ?? 0,
    paidAnswerCount: user?.paidAnswerCount ?? 0,
    shownCount: shown.length,
  };
});
