import { PREVIEW_PATH } from '#shared/rendered-pages.ts';
import type { ProfileView } from '../../profiles/user-views.ts';
import { sha256 } from '../../sha256.ts';

/*
 * The address of the picture of a profile for link previews. It contains a hash of what the picture shows, so a changed profile has
 * another address, and caches need not ask whether theirs is current. docs/product/discovery.md#link-previews
 */

/** What the picture shows. */
export type Shown = Pick<
  ProfileView,
  'username' | 'fullName' | 'profileImageUrl' | 'paidResponsePrice' | 'paidResponseCommitment'
> & { readonly subCategoryName: string | null };

/** Counts the changes of the drawing itself. */
const DRAWING = 1;

/** The path of the current picture. */
export const previewPath = (shown: Shown): string =>
  `${PREVIEW_PATH}${shown.username}/${versionOf(shown)}.png`;

function versionOf(shown: Shown): string {
  const { username, fullName, profileImageUrl, paidResponsePrice, subCategoryName } = shown;
  const price = shown.paidResponseCommitment > 0 ? paidResponsePrice : null;
  const parts = [DRAWING, username, fullName, profileImageUrl, price, subCategoryName];
  return sha256(JSON.stringify(parts)).slice(0, 16);
}

/**
 * The letters that the font of the picture has: Latin, with the accents of European languages and Vietnamese. A name with others would
 * be drawn as boxes.
 */
const DRAWABLE = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010-\u201f\u2026]*$/;

/** Whether the picture can show this person's name. */
export const canBeDrawn = ({ fullName }: Pick<Shown, 'fullName'>): boolean =>
  DRAWABLE.test(fullName.normalize('NFC'));
