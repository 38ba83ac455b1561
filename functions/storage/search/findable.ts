import { plainText } from '#shared/rules/conversations/messages.ts';
import { categoryName, subCategoryName } from '#shared/rules/profiles/categories.ts';
import { isHidden } from '#shared/rules/profiles/listing.ts';
import { subCategoriesOfProfile } from '#shared/rules/search/browsing.ts';
import type { Findable } from '#shared/rules/search/topics.ts';
import type { User } from '../accounts/users.ts';

/** Returns what search finds a public account by: its names, its sub-categories and category, and its bio. */
export function findableOf(user: User): Findable {
  const { username, fullName, bio, categoryId } = user;
  const fields = [...subCategoriesOfProfile(user).map(subCategoryName), categoryName(categoryId)];
  const topics = [...fields.filter((name) => name !== null), plainText(bio)];
  return { username, fullName, topics, hidden: isHidden(user) };
}
