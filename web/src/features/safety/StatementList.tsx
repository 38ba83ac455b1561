import { useState } from 'react';
import {
  APPEAL_TEXT_MAX,
  APPEAL_TEXT_MIN,
  appealText,
} from '../../../../shared/rules/desk/reports.ts';
import { missingCharacters } from '../../../../shared/rules/text/readable-text.ts';
import type { CallOptions } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { ruleError } from '../../forms/rule-error.ts';
import { sentenceOf } from '../../forms/submission.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useWrite } from '../../forms/use-write.ts';
import { paths } from '../../paths.ts';
import { dayWords } from '../../shell/dates.ts';
import { TextLink } from '../../shell/TextLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { List, ListItem } from '../../ui/List.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/Toast.tsx';
import { STATEMENT_TITLES } from './statement-titles.ts';
import { appealWords, ruleWords, type Statement } from './statement-words.ts';

type SendAppeal = (
  appeal: { readonly statementId: string; readonly text: string },
  options: CallOptions,
) => Promise<unknown>;

export type StatementListProps = {
  statements: readonly Statement[];
  send: SendAppeal;
  /** Whether the reader can open the messages that the decisions are about. */
  hasLinks: boolean;
  /** Reloads the decisions. */
  reload: () => unknown;
};

/* Decisions about an account, each with its reasons and its appeal. docs/product/desk.md#statements */
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

function StatementItem({ statement, hasLinks, ...appealing }: StatementItemProps) {
  const { id, dateTime, deed, facts, rule, reason, conversation, appealable, appeal } = statement;
  const heading = `${id}-heading`;
  return (
    <ListItem className="grid gap-4 py-6" aria-labelledby={heading}>
      <div>
        <h2 id={heading} className="wrap-anywhere font-serif text-xl leading-snug">
          {STATEMENT_TITLES[deed]}
        </h2>
        <p className="text-[0.875rem] text-soft">{dayWords(dateTime, serverNow())}</p>
      </div>
      <dl className="grid gap-3">
        <Part name="What happened" text={facts} />
        {ruleWords(rule) && <Part name="The rule" text={ruleWords(rule) ?? ''} />}
        <Part name="Why we decided so" text={reason} />
        {appeal?.reason && <Part name="The answer to your appeal" text={appeal.reason} />}
      </dl>
      {hasLinks && conversation && (
        <p>
          <TextLink
            to={
              conversation.side === 'sender'
                ? paths.orderViewer(conversation.id)
                : paths.inboxViewer(conversation.id)
            }
          >
            See the message
          </TextLink>
        </p>
      )}
      {appealWords(statement) && <p className="font-medium">{appealWords(statement)}</p>}
      {appealable && <AppealForm statementId={id} {...appealing} />}
    </ListItem>
  );
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-[0.875rem] text-soft">{name}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </dd>
    </div>
  );
}

type AppealFormProps = Pick<StatementListProps, 'send' | 'reload'> & { statementId: string };

function AppealForm({ statementId, send, reload }: AppealFormProps) {
  const draftKey = `appeal_${statementId}`;
  const draft = useDraft(draftKey);
  const [text, setText] = useState(draft.read);
  const [open, setOpen] = useState(text !== '');
  const [tried, setTried] = useState(false);
  const once = useSendOnce(draftKey);
  const sending = useWrite({
    mutationFn: () => once.send((options) => send({ statementId, text }, options)),
    onSuccess: async () => {
      draft.clear();
      toast.success('Your appeal was sent. Someone else looks at the decision again.');
      await reload();
    },
  });
  const wrong = tried ? ruleError(appealText, text) : undefined;
  if (!open) {
    return (
      <Button
        size="md"
        variant="quiet"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Appeal
      </Button>
    );
  }
  return (
    <div className="grid gap-3">
      <Field
        label="Why do you disagree?"
        error={wrong}
        counter={
          <CharCount
            count={text.length}
            missing={missingCharacters(text, APPEAL_TEXT_MIN)}
            max={APPEAL_TEXT_MAX}
          />
        }
      >
        <TextArea
          autoFocus
          value={text}
          onChange={({ target: { value } }) => {
            setText(value);
            draft.write(value);
          }}
        />
      </Field>
      {sending.error && (
        <p role="alert" className="font-medium text-red-text">
          {sentenceOf(sending.error) ?? 'Your appeal wasn’t sent. Please try again.'}
        </p>
      )}
      <Button
        busy={sending.isPending}
        onClick={() => {
          setTried(true);
          if (ruleError(appealText, text) === undefined) sending.mutate();
        }}
      >
        Send appeal
      </Button>
    </div>
  );
}
