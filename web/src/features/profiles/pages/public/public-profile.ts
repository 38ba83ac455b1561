import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';

/** A profile as everybody sees it. */
export type PublicProfile = Output<typeof viewUserProfile>['data'][number];

/** The field of a person: the sub-category, or the category without one; null if they have chosen none. */
export const fieldOf = ({ subCategoryName, categoryName }: PublicProfile): string | null =>
  subCategoryName ?? categoryName;
