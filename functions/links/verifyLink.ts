import { verifyLink } from '#shared/api/links.ts';
import { Refusal } from '#shared/refusals.ts';
import { pages } from '../gateways/pages.ts';
import { serve } from '../serve.ts';
import { linksOf } from '../storage/links/links.ts';
import { saveVerification } from '../storage/links/verified-links.ts';
import { checkLink, isPageRead } from './check-link.ts';
import { ownLinkView } from './link-views.ts';

/**
 * Checks whether the page of one of the caller's links links back to their profile (docs/product/links.md#verified-links). A page
 * that could not be read keeps an earlier verification until it expires; a page without the link loses it.
 */
export const handler = serve(
  verifyLink,
  async ({ linkId }, call) => {
    const { table, caller, pages, now, settings, sessionUser } = call;
    const links = await linksOf(table, caller.userId);
    const position = links.findIndex(({ id }) => id === linkId);
    const link = links[position];
    if (!link || !sessionUser) throw new Refusal('NOT_FOUND');
    const check = await checkLink(pages, link.url, `${settings.origin}/${sessionUser.username}`);
    const isRead = isPageRead(check);
    const verifiedAt = isRead ? (check === 'VERIFIED' ? now : undefined) : link.verifiedAt;
    // A link that changed while its page was read was not checked.
    if (isRead && (await saveVerification(table, sessionUser, link, verifiedAt)) === 'CHANGED')
      throw new Refusal('NOT_FOUND');
    const { verifiedAt: _, ...unverified } = link;
    const checked = { ...unverified, ...(verifiedAt && { verifiedAt }) };
    return { data: [{ ...ownLinkView({ link: checked, position }, now), check }] };
  },
  { gives: { pages } },
);
