import { sameName } from '../../../shared/rules/badge.ts';
import type { CurrentUser } from '../api/current-user.ts';

type Holder = Pick<CurrentUser, 'trusted' | 'verifiedName'>;

/** Whether somebody who has the Verified Account Badge loses it under this full name. */
export const losesBadgeAs = ({ trusted, verifiedName }: Holder, fullName: string): boolean =>
  trusted && !sameName(fullName, verifiedName ?? '');
