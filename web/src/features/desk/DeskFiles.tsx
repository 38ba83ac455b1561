import { viewDeskFiles } from '#shared/api/desk.ts';
import { FILES_OF_CASES_ONLY } from '#shared/rules/desk/shown-files.ts';
import { sizeWords } from '../attachments/file-words.ts';
import { OpenTexts } from './claims/OpenTexts.tsx';
import { useLook } from './view-reason.ts';

export type DeskFilesProps = {
  conversationId: string;
  caseId?: string;
  /** How many files the letter has. */
  count: number;
  people: readonly ({ id: string; fullName: string } | null)[];
  /** Whether the letter was reported or claimed: staff open the files of no other one. */
  isReported: boolean;
};

/* The files of a reported or claimed letter, after a look that is logged and that both people see on their letter. */
export function DeskFiles(props: DeskFilesProps) {
  const { conversationId, caseId, count, people, isReported } = props;
  const about = caseId === undefined ? { conversationId } : { conversationId, caseId };
  const { seen, look, isLooking, error } = useLook(viewDeskFiles, about);
  if (count === 0) return null;
  const nameOf = (id: string) => people.find((person) => person?.id === id)?.fullName ?? 'Gone';
  const words = count === 1 ? '1 file' : `${count} files`;
  if (!isReported)
    return (
      <p className="text-soft">
        The letter has {words}. {FILES_OF_CASES_ONLY}
      </p>
    );
  if (!seen)
    return (
      <OpenTexts
        what={`The letter has ${words}. Both people are told that you opened them`}
        action="Show the files"
        reason="To judge this report or claim"
        openedAt={undefined}
        onOpen={look}
        busy={isLooking}
        error={error}
      />
    );
  return (
    <section aria-label="Files" className="grid gap-2">
      <h3 data-new-state tabIndex={-1} className="font-semibold">
        {words}, opened
      </h3>
      <p className="text-[0.875rem] text-soft">
        The links work for five minutes. A picture may be upsetting: it opens in a tab of its own.
      </p>
      {seen.files.length < count && <p>Files of a deleted account are gone.</p>}
      <ul className="divide-y divide-rule">
        {seen.files.map(({ url, name, bytes, senderId }) => (
          <li key={url} className="py-1">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-back-text underline underline-offset-4"
            >
              <bdi>{name}</bdi>
            </a>{' '}
            <span className="text-[0.875rem] text-soft">
              {sizeWords(bytes)}, from <bdi>{nameOf(senderId)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many files the messages have. */
export const fileCountOf = (messages: readonly { fileCount?: number | undefined }[]): number =>
  messages.reduce((sum, { fileCount = 0 }) => sum + fileCount, 0);
