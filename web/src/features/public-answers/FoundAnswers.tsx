import { useQuery } from '@tanstack/react-query';
import { AnswerRows } from './AnswerRows.tsx';
import { foundAnswersQuery } from './found-answers-query.ts';

/** The public answers that a search finds, after the people. Nothing while there are none. docs/product/public-answers.md#in-search */
export function FoundAnswers({ searchText }: { searchText: string }) {
  const found = useQuery(foundAnswersQuery(searchText));
  const answers = found.data?.data ?? [];
  if (answers.length === 0) return null;
  const count = answers.length === 1 ? '1 answer' : `${answers.length} answers`;
  return (
    <section aria-labelledby="found-answers" className="mt-8 max-w-180">
      <h2 id="found-answers" className="font-medium font-serif text-[1.375rem]">
        {count}
      </h2>
      <AnswerRows level="h3" answers={answers} searched={searchText} />
    </section>
  );
}
