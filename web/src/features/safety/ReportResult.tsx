import { Ban, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CaseSubject } from '#shared/rules/desk/cases.ts';
import { serverNow } from '../../api/clock.ts';
import { deadlineWords } from '../../shell/dates.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { firstName } from '../conversations/conversation.ts';
import { Part } from './StatementBody.tsx';
import { ruleWords, type Statement } from './statement-words.ts';

const ConfirmBlock = lazyPart(
  async () => (await import('../contacts/ConfirmBlock.tsx')).ConfirmBlock,
);

type Report = NonNullable<Statement['report']>;

/** What was reported, after the name of the person. */
const REPORTED: Readonly<Record<CaseSubject, string>> = {
  PROFILE: 'profile',
  CONVERSATION: 'letter',
  MESSAGE: 'message',
  CHAT: 'chat messages',
  GROUP: 'group messages',
  LINK: 'link',
  PUBLIC_ANSWER: 'public answer',
  THANKS: 'thank-you',
  STATEMENT: 'decision',
};

export type ReportResultProps = { report: Report; reason: string };

/**
 * What somebody who reported something reads: their own words, what we found, what happens now, what the reported person knows, and the
 * one thing that they may still want. docs/product/desk.md#reports
 */
export function ReportResult({ report, reason }: ReportResultProps) {
  const { person, subject, rule, text, dateTime, upheld } = report;
  const [isBlocking, setBlocking] = useState(false);
  const name = person ? firstName(person.fullName) : 'The person';
  return (
    <div className="grid gap-5">
      <figure className="letter grid gap-3 px-5 py-4">
        <figcaption className="flex items-center gap-3">
          {person && <Avatar name={person.fullName} imageUrl={person.profileImageUrl} />}
          <span className="min-w-0">
            <span className="block font-semibold">
              {person ? `${person.fullName}’s ${REPORTED[subject]}` : 'An account that’s gone'}
            </span>
            <span className="block text-[0.875rem] text-soft">{ruleWords(rule)}</span>
          </span>
        </figcaption>
        {text && (
          <blockquote
            dir="auto"
            className="wrap-anywhere whitespace-pre-line font-serif text-[1.0625rem] leading-6"
          >
            “{text}”
          </blockquote>
        )}
        <p className="text-[0.875rem] text-soft">You, {deadlineWords(dateTime, serverNow())}</p>
      </figure>
      <div className="grid divide-y divide-rule [&>*]:py-3">
        {partsOf(report, reason, name).map(([title, words]) => (
          <Part key={title} name={title}>
            {words}
          </Part>
        ))}
      </div>
      {person && upheld !== null && (
        <>
          <button
            type="button"
            onClick={() => setBlocking(true)}
            className="flex min-h-16 items-center gap-3 rounded-card border border-rule bg-card px-4 py-2 text-left"
          >
            <Ban aria-hidden size={20} className="shrink-0" />
            <span className="flex-1">
              <span className="block font-semibold">Block {name}</span>
              <span className="block text-[0.875rem] text-soft">
                No letters and no chats from {name}
              </span>
            </span>
            <ChevronRight aria-hidden size={20} />
          </button>
          {isBlocking && (
            <ConfirmBlock
              person={{ userId: person.id, fullName: person.fullName }}
              onClose={() => setBlocking(false)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** What we found, what happens now, and what the reported person knows. */
function partsOf(
  { subject, upheld }: Report,
  reason: string,
  name: string,
): (readonly [title: string, words: string])[] {
  const knows = `What ${name} knows`;
  if (upheld === null)
    return [
      ['What happens now', reason],
      [knows, 'At most that someone was worried. Not who, and nothing of what you wrote.'],
    ];
  return upheld
    ? [
        [
          'What we found',
          `You were right: it breaks this rule. Thank you for telling us. “${reason}”`,
        ],
        ['What happens now', 'We acted on it. You don’t need to do anything.'],
        [
          knows,
          `That their ${REPORTED[subject]} was reported. Not by whom, and nothing of what you wrote.`,
        ],
      ]
    : [
        ['What we found', `We found no breach of our rules: “${reason}”`],
        ['What happens now', 'Nothing changes. You can report something else at any time.'],
        [knows, 'Nothing: not that something was reported, and not by whom.'],
      ];
}
