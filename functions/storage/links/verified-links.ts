import { RECHECK_AFTER } from '#shared/rules/links/link-checks.ts';
import type { LinkVisibility } from '#shared/rules/links/link-visibility.ts';
import { hostOf } from '#shared/rules/links/links.ts';
import { type Instant, later } from '#shared/time.ts';
import type { User, VerifiedLinks } from '../accounts/users.ts';
import { exists } from '../conditions.ts';
import { type Cursor, dueKeys, type Slice } from '../due-items.ts';
import { dueIndex } from '../index-keys.ts';
import { keyOf, userKey } from '../keys.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { asRead, type Link } from './link-item.ts';

/*
 * Verified links. The time is stored with the link, and with the account, so that a profile shows it without reading the links.
 * Both are always written in one transaction.
 */

/** The attributes of a link that end with its verification. */
export const VERIFICATION = ['verifiedAt', 'gsi5pk', 'gsi5sk'] as const;

/** The links whose pages have to be checked again by now, the earliest first. */
export async function linksToRecheck(
  table: TableReader,
  now: Instant,
  slice: Slice,
): Promise<{ readonly links: readonly Link[]; readonly next: Cursor | undefined }> {
  const { keys, next } = await dueKeys(table, 'LINK', now, slice);
  const found = keys.length > 0 ? await table.getMany<Link>(keys) : [];
  return { links: found.filter((link) => link !== undefined), next };
}

/** Sets when the page of a link is checked again, or that it is not. CHANGED: its owner changed or checked the link. */
export const setRecheck = (
  table: TableWriter,
  link: Link,
  at: Instant | undefined,
): Promise<'done' | 'CHANGED'> =>
  table.write(
    update(
      keyOf(link),
      at === undefined ? { remove: ['gsi5pk', 'gsi5sk'] } : { set: dueIndex('LINK', at, link.id) },
      asRead(link),
    ),
  );

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
  const saved = update(
    keyOf(link),
    verifiedAt === undefined
      ? { remove: VERIFICATION }
      : { set: { verifiedAt, ...dueIndex('LINK', later(verifiedAt, RECHECK_AFTER), link.id) } },
    asRead(link),
  );
  const { visibility } = link;
  const proof = verifiedAt && {
    host: hostOf(link.url),
    at: verifiedAt,
    ...(visibility && { visibility }),
  };
  const change = ({ [link.id]: _, ...others }: VerifiedLinks) =>
    proof ? { ...others, [link.id]: proof } : others;
  return withAccount(table, user, saved, change);
}

/** Writes the step after which a link has another visibility, which the account has too while the link is verified. */
export async function writeVisibility(
  table: TableWriter,
  userId: string,
  link: Link,
  visibility: LinkVisibility | undefined,
  step: Step<'CHANGED'>,
): Promise<'done' | 'CHANGED'> {
  const { id, url, verifiedAt: at } = link;
  if (at === undefined) return table.write(step);
  const user = await table.get<User>(userKey(userId));
  if (!user) throw new Error(`there is no account ${userId}`);
  const proof = { host: hostOf(url), at, ...(visibility && { visibility }) };
  return withAccount(table, user, step, (others) => ({ ...others, [id]: proof }));
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
      { set: { verifiedLinks: links } },
      { when: { verifiedLinks: before }, otherwise: 'CHANGED' },
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
        { set: { verifiedLinks: change(before ?? {}) } },
        { when: { pk: exists, verifiedLinks: before }, otherwise: 'ANOTHER_LINK' },
      ),
    );
    // Another link of the person was checked or changed at the same moment.
    if (outcome !== 'ANOTHER_LINK') return outcome;
    before = (await table.get<User>(userKey(userId)))?.verifiedLinks;
  }
}
