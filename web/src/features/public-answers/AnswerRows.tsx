import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { answerDateWords } from './answer-dates.ts';
import { marked } from './marked.tsx';
import type { PublicAnswerRow } from './public-answer-queries.ts';

type AnswerRow = PublicAnswerRow & { readonly username: string; readonly fullName?: string };
export type AnswerRowsProps = {
  answers: readonly AnswerRow[];
  /** The level of the titles below the heading before them. */
  level: 'h2' | 'h3';
  /** What was searched for, which is marked. */
  searched?: string;
  /** Whether only title and date are shown. */
  isShort?: boolean;
};

/** Public answers as rows, each one link. */
export function AnswerRows({ answers, level: Heading, searched, isShort }: AnswerRowsProps) {
  const words = (text: string): ReactNode => (searched ? marked(text, searched) : text);
  return (
    <ul>
      {answers.map(({ id, username, fullName, title, excerpt, date }) => (
        <li key={id} className="border-rule border-b last:border-b-0">
          <Link
            to={paths.publicAnswer(username, id)}
            className="block py-4 no-underline hover:bg-tint [&:hover_h2]:underline [&:hover_h3]:underline"
          >
            <Heading
              dir="auto"
              className={`wrap-anywhere font-medium font-serif ${isShort ? 'text-[1.0625rem] leading-6' : 'text-[1.25rem] leading-[1.3]'}`}
            >
              {words(title)}
            </Heading>
            {!isShort && (
              <p dir="auto" className="wrap-anywhere mt-0.5 line-clamp-2 font-serif text-soft">
                {words(excerpt)}
              </p>
            )}
            <p className="mt-1 text-[0.875rem] text-soft">
              {fullName ? `${fullName} · ` : 'Answered '}
              {answerDateWords(date)}
            </p>
          </Link>
        </li>
      ))}
    </ul>
  );
}
