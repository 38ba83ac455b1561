import type { LinkCheck } from '#shared/rules/links/link-checks.ts';
import type { Pages } from '../gateways/pages.ts';
import { linksBack } from './rel-me.ts';

/** Reads the page of a link, and says whether it links back to this profile. */
export async function checkLink(
  pages: Pages,
  address: string,
  profile: string,
): Promise<LinkCheck> {
  const page = await pages.read(address);
  if ('fault' in page) return page.fault;
  return linksBack(page.html, profile) ? 'VERIFIED' : 'NO_LINK_BACK';
}

/** Whether a check has read the page. Otherwise it changes nothing. */
export const isPageRead = (check: LinkCheck): boolean =>
  check === 'VERIFIED' || check === 'NO_LINK_BACK';
