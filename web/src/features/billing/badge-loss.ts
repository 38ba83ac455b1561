import { sameName } from '../../../../shared/rules/profiles/badge.ts';
import type { CurrentUser } from '../../api/current-user.ts';

type Holder = Pick<CurrentUser, 'trusted' | 'verifiedName'>;

/** Whether a user with the Verified Account badge would lose it with this full name. */
export const losesBadgeAs = ({ trusted, verifiedName }: Holder, fullName: string): boolean =>
  trusted && !sameName(fullName, verifiedName ?? '');
