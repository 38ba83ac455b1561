import { updateSearchIndex, writeIndexUpdate } from '#functions/storage/search/search-index.ts';
import { table } from '#functions/storage/table.ts';
import { newPerson } from '#test/support/people.ts';
import type { Paths } from './request.ts';

const indexContext = {
  table,
  writeIndexUpdate: (move: Parameters<typeof writeIndexUpdate>[1]) => writeIndexUpdate(table, move),
};

/** The usual path of each search operation. */
export const searchPaths = {
  // A name with three matches.
  searchUsers: async (world) => {
    const { token } = await newPerson(world);
    for (let nth = 0; nth < 3; nth += 1) {
      const { user } = await newPerson(world, { fullName: 'Filomena Quist' });
      await updateSearchIndex(indexContext, user.id, world.now());
    }
    return { token, input: { searchText: 'filomena' } };
  },
  // Three creators of a category.
  browseCreators: async (world) => {
    for (let nth = 0; nth < 3; nth += 1) {
      const { user } = await newPerson(world, { ...FIELD, paidResponseCommitment: 5 });
      await updateSearchIndex(indexContext, user.id, world.now());
    }
    return { input: { categoryId: FIELD.categoryId, limit: 3 } };
  },
} satisfies Paths;

const FIELD = { categoryId: 'CATEGORY_12', subCategoryId: 'CATEGORY_12_04' } as const;
