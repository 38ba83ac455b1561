import { Link } from 'react-router';
import { serverNow } from '../../api/clock.ts';
import { paths } from '../../paths.ts';
import { dayWords } from '../../shell/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { ListItem } from '../../ui/List.tsx';
import { HelpLines } from '../conversations/thread/HelpLines.tsx';
import { STATEMENT_TITLES } from './statement-titles.ts';
import type { Statement } from './statement-words.ts';

/** A message of staff to somebody who may be in danger, with help lines at hand. It is no decision, and a person reads the answer. */
export function CareStatement({ statement }: { statement: Statement }) {
  const { id, dateTime, facts, reason } = statement;
  const heading = `${id}-heading`;
  return (
    <ListItem className="grid gap-4 py-6" aria-labelledby={heading}>
      <div>
        <h2 id={heading} className="wrap-anywhere font-serif text-xl leading-snug">
          {STATEMENT_TITLES.CARE_MESSAGE}
        </h2>
        <p className="text-[0.875rem] text-soft">
          {dayWords(dateTime, serverNow())} · {facts}
        </p>
      </div>
      <p
        dir="auto"
        className="wrap-anywhere whitespace-pre-line rounded-letter bg-card p-5 font-serif text-lg shadow-letter"
      >
        {reason}
      </p>
      <HelpLines />
      <Button
        size="md"
        variant="quiet"
        className="justify-self-start"
        render={<Link to={paths.helpTicket()} />}
      >
        Answer
      </Button>
    </ListItem>
  );
}
