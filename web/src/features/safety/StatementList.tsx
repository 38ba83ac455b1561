import { useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { dayWords } from '../../shell/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { List, ListItem } from '../../ui/List.tsx';
import { AppealForm, type SendAppeal } from './AppealForm.tsx';
import { StatementBody } from './StatementBody.tsx';
import { STATEMENT_TITLES } from './statement-titles.ts';
import type { Statement } from './statement-words.ts';

export type StatementListProps = {
  statements: readonly Statement[];
  send: SendAppeal;
  /** Reloads the decisions. */
  reload: () => unknown;
};

/* Decisions about an account that cannot sign in, each with its reasons and its appeal. docs/product/desk.md#statements */
export function StatementList({ statements, ...appealing }: StatementListProps) {
  return (
    <List label="Decisions">
      {statements.map((statement) => (
        <StatementItem key={statement.id} statement={statement} {...appealing} />
      ))}
    </List>
  );
}

type StatementItemProps = Omit<StatementListProps, 'statements'> & { statement: Statement };

function StatementItem({ statement, send, reload }: StatementItemProps) {
  const { id, dateTime, deed, appealable } = statement;
  const [isAppealing, setAppealing] = useState(false);
  const heading = `${id}-heading`;
  return (
    <ListItem className="grid gap-4 py-6" aria-labelledby={heading}>
      <div>
        <h2 id={heading} className="wrap-anywhere font-serif text-xl leading-snug">
          {STATEMENT_TITLES[deed]}
        </h2>
        <p className="text-[0.875rem] text-soft">{dayWords(dateTime, serverNow())}</p>
      </div>
      <StatementBody statement={statement} hasLinks={false} />
      {appealable && !isAppealing && (
        <Button
          size="md"
          variant="quiet"
          className="justify-self-start"
          onClick={() => setAppealing(true)}
        >
          Appeal
        </Button>
      )}
      {appealable && isAppealing && (
        <AppealForm statement={statement} send={send} onSent={reload} />
      )}
    </ListItem>
  );
}
