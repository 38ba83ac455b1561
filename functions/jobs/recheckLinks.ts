import { schedules } from '#shared/api/schedules.ts';
import { nextRecheck } from '#shared/rules/links/link-checks.ts';
import type { Instant } from '#shared/time.ts';
import { type Pages, pages } from '../gateways/pages.ts';
import { checkLink, isPageRead } from '../links/check-link.ts';
import type { Logger } from '../log.ts';
import { serveSchedule } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { userIn } from '../storage/keys.ts';
import type { Link } from '../storage/links/link-item.ts';
import { linksToRecheck, saveVerification, setRecheck } from '../storage/links/verified-links.ts';
import type { TableWriter } from '../storage/table.ts';
import { sweepItems } from '../sweep-items.ts';

/** Checks the pages of verified links again before they expire (docs/product/links.md#verified-links). */
export const handler = serveSchedule(schedules.recheckLinks, (work) => recheckAll(work), {
  gives: { pages },
});

type Work = {
  readonly table: TableWriter;
  readonly pages: Pages;
  readonly now: Instant;
  readonly log: Logger;
  readonly timeLeft: () => number;
};

/** A run ends after about this many links, not counting those that failed; the next run continues. */
const LINKS_OF_RUN = 100;
const BATCH_SIZE = 50;

/**
 * Checks the links that are due. Safe to run twice, concurrently or late: each result is saved only if the link is as it was read.
 * One that fails does not block the others; this throws at the end.
 */
async function recheckAll(work: Work): Promise<void> {
  let checked = 0;
  const { done, faults } = await sweepItems({
    ...work,
    timeLeft: () => (checked < LINKS_OF_RUN ? work.timeLeft() : 0),
    read: async (from) => {
      const { links, next } = await linksToRecheck(work.table, work.now, {
        limit: BATCH_SIZE,
        from,
      });
      return { items: links, next };
    },
    handle: async (link) => {
      await recheck(work, link);
      checked += 1;
    },
  });
  if (done > 0) work.log.info('rechecked', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} links could not be checked`);
}

/** Checks one link. A link whose page links back is verified anew, otherwise no longer; a page that cannot be read is tried again. */
async function recheck({ table, pages, now }: Work, link: Link): Promise<void> {
  const { verifiedAt } = link;
  if (verifiedAt === undefined) return;
  const user = await userById(table, userIn(link), now);
  const check =
    user && isPublic(user)
      ? await checkLink(pages, link.url, `${settings().origin}/${user.username}`)
      : undefined;
  if (user && check && isPageRead(check))
    await saveVerification(table, user, link, check === 'VERIFIED' ? now : undefined);
  else await setRecheck(table, link, nextRecheck(verifiedAt, now));
}
