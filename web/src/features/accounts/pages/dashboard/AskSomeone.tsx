import { Link } from 'react-router';
import { CATEGORIES } from '#shared/rules/profiles/categories.ts';
import { paths } from '#web/paths.ts';
import { JumpToSearch } from './JumpToSearch.tsx';

/** Legal & Compliance, Health & Wellness, Creative & Design, Everyday Experts: what most questions are about. */
const FIELDS = ['CATEGORY_07', 'CATEGORY_04', 'CATEGORY_05', 'CATEGORY_12'];

/* The search and four fields, for those who came to ask. */
export function AskSomeone() {
  const fields = CATEGORIES.filter(({ id }) => FIELDS.includes(id));
  return (
    <section aria-labelledby="ask-someone" className="grid gap-3">
      <h2 id="ask-someone" className="font-serif text-[1.375rem] leading-snug">
        Ask someone
      </h2>
      <JumpToSearch />
      <ul aria-label="Fields" className="flex flex-wrap gap-2">
        {fields.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={paths.browse(`category=${id}`)}
              className="inline-flex min-h-11 items-center rounded-full border border-edge px-3.5 font-semibold text-[0.875rem] leading-tight hover:bg-tint"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
