import { addCaseNote } from '#shared/api/desk.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '../../api/client.ts';
import { momentWords } from '../../shell/dates.ts';
import type { DeskCase } from './desk-words.ts';
import { NoteForm } from './forms.tsx';
import { Quote } from './Quote.tsx';

/** The notes of a case, which only staff read, with the form of a new one. */
export function CaseNotes({
  found: { id: caseId, notes },
  now,
}: {
  found: DeskCase;
  now: Instant;
}) {
  return (
    <section aria-label="Notes" className="grid gap-4">
      <h2 className="font-serif text-xl">Notes for staff</h2>
      {notes.map(({ by, at, text }) => (
        <Quote key={`${at} ${text}`} about={`${by?.fullName ?? 'Gone'}, ${momentWords(at, now)}`}>
          {text}
        </Quote>
      ))}
      <NoteForm
        caseId={caseId}
        send={(text, options) => call(addCaseNote, { caseId, text }, options)}
      />
    </section>
  );
}
