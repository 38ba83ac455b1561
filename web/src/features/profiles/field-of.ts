type Categorized = {
  readonly subCategoryName: string | null;
  readonly categoryName: string | null;
};

/** The field of a person: the sub-category, or the category without one; null if they have chosen none. */
export const fieldOf = ({ subCategoryName, categoryName }: Categorized): string | null =>
  subCategoryName ?? categoryName;
