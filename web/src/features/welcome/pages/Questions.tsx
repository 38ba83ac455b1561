import { Plus } from 'lucide-react';
import { answers } from '#shared/messages/promises.ts';

const QUESTIONS = [
  {
    question: 'When is my card charged?',
    answer: answers.charge,
  },
  {
    question: 'What if there is no answer?',
    answer: answers.noAnswer,
  },
  {
    question: 'What counts as an answer?',
    answer:
      'A text of at least 200 characters, written for you. After it the conversation can stay open, and both of you can write for free.',
  },
  {
    question: 'Can I cancel a letter?',
    answer: answers.cancel,
  },
  {
    question: 'When am I paid for my answers?',
    answer: answers.payout,
  },
  {
    question: 'Who can ask me, and how much?',
    answer:
      'Anyone who pays your price. You say how many letters you take in a month, and can set it to none at any time.',
  },
  {
    question: 'Why is there no app in the store?',
    answer:
      'Stores take up to 30% of what is paid inside of an app. This one lives in your browser and goes on your home screen like any other.',
  },
];

/* Frequently asked questions. They open and close without JavaScript. */
export function Questions() {
  return (
    <section
      aria-labelledby="questions"
      className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] wide:gap-10"
    >
      <h2 id="questions" className="font-medium font-serif text-2xl wide:text-[1.75rem]">
        Questions, answered for free
      </h2>
      <div className="mt-3 divide-y divide-rule border-rule border-y wide:mt-0">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 font-semibold">
              {question}
              <Plus
                aria-hidden
                className="size-5 shrink-0 text-soft transition-transform group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[60ch] pb-4 font-serif text-lg leading-relaxed">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
