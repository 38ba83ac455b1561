import * as z from 'zod/mini';

/*
 * The fields of work on profiles: 12 categories with 8 to 15 subcategories (docs/product/profiles.md#categories). Accounts
 * store their ids, so a name may change but an id keeps its meaning, and new ones are added at the end of their list.
 */

/** The name and the subcategories of each category. The position in a list is the number in the id. */
const FIELDS: readonly (readonly [name: string, subCategories: readonly string[]])[] = [
  [
    'Technology',
    [
      'Software Development',
      'Web & Mobile Apps',
      'Data & Analytics',
      'Artificial Intelligence',
      'Cybersecurity',
      'Cloud & DevOps',
      'Product Management',
      'Hardware & Electronics',
      'IT Support',
      'Game Development',
      'Blockchain & Crypto',
    ],
  ],
  [
    'Business & Finance',
    [
      'Startups & Founders',
      'Investing & Venture Capital',
      'Accounting & Bookkeeping',
      'Taxes',
      'Personal Finance & Debt',
      'Real Estate',
      'Management & Leadership',
      'Hiring & Careers',
      'Operations & Supply Chain',
      'Insurance',
    ],
  ],
  [
    'Marketing & Sales',
    [
      'Brand Strategy',
      'Content Marketing',
      'Search Engine Optimization',
      'Social Media',
      'Paid Advertising',
      'Email Marketing',
      'Public Relations',
      'Sales & Negotiation',
      'E-Commerce',
      'Market Research',
    ],
  ],
  [
    'Health & Wellness',
    [
      'Medicine',
      'Nursing & Patient Care',
      'Mental Health',
      'Nutrition & Diet',
      'Fitness & Running',
      'Sleep',
      'Yoga & Meditation',
      'Physical Therapy',
      'Pregnancy & Newborns',
    ],
  ],
  [
    'Creative & Design',
    [
      'Graphic Design',
      'Product & Interface Design',
      'Photography',
      'Film & Video',
      'Illustration & Animation',
      'Music & Audio',
      'Writing & Editing',
      'Fashion',
      'Interior Design',
      'Architecture',
    ],
  ],
  [
    'Education & Training',
    [
      'School & Tutoring',
      'College Admissions',
      'Languages',
      'Science & Mathematics',
      'Test Preparation',
      'Professional Training',
      'Coaching & Mentoring',
      'Special Education',
      'Research & Academia',
    ],
  ],
  [
    'Legal & Compliance',
    [
      'Immigration Law',
      'Family Law',
      'Contracts & Business Law',
      'Employment Law',
      'Intellectual Property',
      'Property & Tenancy Law',
      'Criminal Law',
      'Privacy & Compliance',
    ],
  ],
  [
    'Trades & Field Services',
    [
      'Carpentry & Woodworking',
      'Plumbing',
      'Electrical Work',
      'Heating & Cooling',
      'Construction & Renovation',
      'Cars & Motorcycles',
      'Gardening & Landscaping',
      'Instrument Making & Repair',
      'Appliance Repair',
    ],
  ],
  [
    'Media & Communications',
    [
      'Journalism',
      'Podcasting',
      'Radio & Television',
      'Book Publishing',
      'Public Speaking',
      'Translation & Interpreting',
      'Copywriting',
      'Newsletters & Blogs',
    ],
  ],
  [
    'Lifestyle & Personal Services',
    [
      'Travel',
      'Cooking & Baking',
      'Beauty & Grooming',
      'Style & Wardrobe',
      'Home Organization',
      'Weddings & Events',
      'Dating & Relationships',
      'Pets & Animal Care',
      'Spirituality & Astrology',
    ],
  ],
  [
    'Influencers & Thought Leaders',
    [
      'Authors',
      'Actors & Performers',
      'Musicians',
      'Athletes',
      'Comedians',
      'Gamers & Streamers',
      'Video Creators',
      'Business Leaders',
      'Scientists',
      'Politics & Society',
      'Activists & Nonprofits',
      'Faith Leaders',
      'Food Creators',
      'Fashion & Beauty Creators',
      'Travel Creators',
    ],
  ],
  [
    'Everyday Experts',
    [
      'Parenting',
      'Grief & Loss',
      'Chess & Board Games',
      'Genealogy',
      'Collecting & Antiques',
      'Outdoors & Camping',
      'Crafts & Sewing',
      'Houseplants',
      'Life Abroad',
      'Living with Illness',
      'Recovery & Sobriety',
      'Frugal Living',
      'Military & Veterans',
      'Local Knowledge',
    ],
  ],
];

export type SubCategory = {
  /** `CATEGORY_01_06` */
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
};

export type Category = {
  /** `CATEGORY_01` */
  readonly id: string;
  readonly name: string;
  readonly subCategories: readonly SubCategory[];
};

const numbered = (prefix: string, index: number) =>
  `${prefix}_${String(index + 1).padStart(2, '0')}`;

/** All categories in the order of the form. */
export const CATEGORIES: readonly Category[] = FIELDS.map(([name, subCategories], index) => {
  const parentId = numbered('CATEGORY', index);
  return {
    id: parentId,
    name,
    subCategories: subCategories.map((subName, place) => ({
      id: numbered(parentId, place),
      parentId,
      name: subName,
    })),
  };
});

const byId = new Map(CATEGORIES.map((category) => [category.id, category]));
const subById = new Map(
  CATEGORIES.flatMap(({ subCategories }) => subCategories).map((sub) => [sub.id, sub]),
);

/** The category with this id; undefined if there is none. */
export function categoryOf(id: string | null | undefined): Category | undefined {
  return byId.get(id ?? '');
}

export function subCategoryOf(id: string | null | undefined): SubCategory | undefined {
  return subById.get(id ?? '');
}

/** The displayed name of a category and subcategory id; null if there is none. */
export function categoryName(id: string | null | undefined): string | null {
  return categoryOf(id)?.name ?? null;
}

export function subCategoryName(id: string | null | undefined): string | null {
  return subCategoryOf(id)?.name ?? null;
}

/** The subcategories to choose from; none before a category is chosen. */
export function subCategoriesOf(categoryId: string | null | undefined): readonly SubCategory[] {
  return categoryOf(categoryId)?.subCategories ?? [];
}

export function isSubCategoryOf(
  subCategoryId: string | null | undefined,
  categoryId: string | null | undefined,
): boolean {
  const sub = subCategoryOf(subCategoryId);
  return sub !== undefined && sub.parentId === categoryId;
}

/** The maximum length of a category id. */
const ID_MAX = 60;
const NO_CATEGORY = 'Please select a category';
const NO_SUB_CATEGORY = 'Please select a sub category';

export const category = z.string(NO_CATEGORY).check(
  z.maxLength(ID_MAX, NO_CATEGORY),
  z.refine((id) => categoryOf(id) !== undefined, NO_CATEGORY),
);

/** The id of a second or third subcategory; empty for none. The definition that uses it checks that it belongs to the category. */
export const furtherSubCategory = z.optional(
  z.string(NO_SUB_CATEGORY).check(z.maxLength(ID_MAX, NO_SUB_CATEGORY)),
);

/** The id of a subcategory. The definition that uses it checks that it belongs to the category. */
export const subCategory = z
  .string(NO_SUB_CATEGORY)
  .check(z.minLength(1, NO_SUB_CATEGORY), z.maxLength(ID_MAX, NO_SUB_CATEGORY));
