import { hostOf } from '../../../shared/rules/links/links.ts';
import type { Instant } from '../../../shared/time.ts';
import type { User, VerifiedLinks } from '../accounts/users.ts';
import { userKey } from '../keys.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { asRead, keyOf, type Link } from './link-item.ts';

/*
 * Verified links. The time is stored with the link, and with the account, so that a profile shows it without reading the links.
 * Both are always written in one transaction.
 */

/**
 * Saves the result of a check: since when a link is verified, or that it no longer is. CHANGED: the link was changed, deleted or
 * checked since it was read.
 */
export async function saveVerification(
  table: TableWriter,
  user: User,
  link: Link,
  verifiedAt: Instant | undefined,
): Promise<'done' | 'CHANGED'> {
  if (verifiedAt === undefined && link.verifiedAt === undefined) return 'done';
  const saved =
    verifiedAt === undefined
      ? update(keyOf(link), 'REMOVE #verifiedAt', {}, asRead(link))
      : update(keyOf(link), 'SET #verifiedAt = :at', { at: verifiedAt }, asRead(link));
  const proof = verifiedAt && { host: hostOf(link.url), at: verifiedAt };
  const change = ({ [link.id]: _, ...others }: VerifiedLinks) =>
    proof ? { ...others, [link.id]: proof } : others;
  return withAccount(table, user, saved, change);
}

/** Writes the step after which a link is not verified, or is deleted. */
export async function writeUnverified(
  table: TableWriter,
  userId: string,
  link: Link,
  step: Step<'CHANGED'>,
): Promise<'done' | 'CHANGED'> {
  if (link.verifiedAt === undefined) return table.write(step);
  const user = await table.get<User>(userKey(userId));
  if (!user) throw new Error(`there is no account ${userId}`);
  return withAccount(table, user, step, ({ [link.id]: _, ...others }) => others);
}

/** The steps that take a link out of the verified ones of the account. CHANGED: another link was checked meanwhile. */
export async function unverifyingSteps(
  table: TableReader,
  userId: string,
  link: Link,
): Promise<readonly Step<'CHANGED'>[]> {
  if (link.verifiedAt === undefined) return [];
  const before = (await table.get<User>(userKey(userId)))?.verifiedLinks ?? {};
  const { [link.id]: _, ...links } = before;
  return [
    update(
      userKey(userId),
      'SET #verifiedLinks = :links',
      { links },
      { when: '#verifiedLinks = :before', values: { before }, otherwise: 'CHANGED' },
    ),
  ];
}

/** Writes a change of a link in one transaction with the verified links of the account, which is as it was read. */
async function withAccount(
  table: TableWriter,
  { id: userId, verifiedLinks }: User,
  step: Step<'CHANGED'>,
  change: (before: VerifiedLinks) => VerifiedLinks,
): Promise<'done' | 'CHANGED'> {
  let before = verifiedLinks;
  for (;;) {
    const outcome = await table.transact<'CHANGED' | 'ANOTHER_LINK'>(
      step,
      update(
        userKey(userId),
        'SET #verifiedLinks = :links',
        { links: change(before ?? {}) },
        {
          when: `attribute_exists(#pk) AND ${before ? '#verifiedLinks = :before' : 'attribute_not_exists(#verifiedLinks)'}`,
          ...(before && { values: { before } }),
          otherwise: 'ANOTHER_LINK',
        },
      ),
    );
    // Another link of the person was checked or changed at the same moment.
    if (outcome !== 'ANOTHER_LINK') return outcome;
    before = (await table.get<User>(userKey(userId)))?.verifiedLinks;
  }
}
