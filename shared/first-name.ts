import { DELETED_NAME } from './rules/accounts/deleted-account.ts';

/** `Ana` of `Ana Marković`: the name in running text. The name of a deleted account stays whole. */
export function firstName(fullName: string): string {
  if (fullName === DELETED_NAME) return fullName;
  return fullName.trim().split(/\s+/)[0] ?? fullName;
}
