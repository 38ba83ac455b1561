import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { reportChat } from '../../../../../../shared/api/chat-reports.ts';
import { viewOrderList } from '../../../../../../shared/api/conversations.ts';
import {
  CHAT_REPORT_REASONS,
  CHAT_REPORT_WORDS,
  type ChatReportReason,
  chatReportExplanation,
  EXPLANATION_MAX,
} from '../../../../../../shared/rules/chat/reports.ts';
import { call } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { ruleError } from '../../../../forms/rule-error.ts';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { CheckCard } from '../../../../ui/CheckCard.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { TextArea } from '../../../../ui/TextArea.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { type Blockable, block } from '../../../contacts/block.ts';
import { refusalReason } from '../../../contacts/refusal-reason.ts';
import { firstName } from '../../../conversations/conversation.ts';
import type { ChatMessage } from '../../room.ts';
import type { Chat } from './ChatGate.tsx';
import { textOf } from './message-words.ts';

export type ReportChatProps = {
  chat: Chat;
  /** The message that is reported; without one, the chat as a whole. */
  message?: ChatMessage;
  onClose: () => void;
};

const OPTIONS = CHAT_REPORT_REASONS.map((value) => ({
  value,
  label: CHAT_REPORT_WORDS[value].label,
}));

/* Reports a chat or a message to support. docs/product/chat.md#reports */
export function ReportChat({ chat, message, onClose }: ReportChatProps) {
  const [reason, setReason] = useState<ChatReportReason | ''>('');
  const [explanation, setExplanation] = useState('');
  const [alsoBlocks, setAlsoBlocks] = useState(false);
  const [missing, setMissing] = useState(false);
  const reasons = useRef<HTMLDivElement>(null);
  const sending = useReport(chat, message, onClose);
  const person = personIn(chat, message);
  const tooLong = ruleError(chatReportExplanation, explanation);
  const send = () => {
    setMissing(reason === '');
    if (reason === '') reasons.current?.querySelector('input')?.focus();
    if (reason === '' || tooLong !== undefined) return;
    sending.mutate({ reason, explanation, blocks: alsoBlocks ? person : undefined });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={message ? 'Report message' : 'Report chat'}
      description={
        message
          ? 'Support sees this message and the ten before it. Nobody else learns of your report.'
          : 'Support sees the newest message and the ten before it. Nobody else learns of your report.'
      }
      actions={
        <>
          {sending.error && (
            <p role="alert" className="font-medium text-red-text">
              {failureWords(sending.error)}
            </p>
          )}
          <Button busy={sending.isPending} onClick={send}>
            Send report
          </Button>
        </>
      }
    >
      {message && (
        <blockquote dir="auto" className="line-clamp-2 border-rule border-l-2 pl-3 text-soft">
          {textOf(message)}
        </blockquote>
      )}
      <div ref={reasons}>
        <Field
          group
          label="Why do you report it?"
          error={missing && reason === '' ? 'Please choose a reason' : undefined}
        >
          <RadioCards value={reason} onValueChange={setReason} options={OPTIONS} />
        </Field>
      </div>
      <Field
        label="What happened?"
        optional
        error={tooLong}
        counter={<CharCount count={explanation.length} max={EXPLANATION_MAX} />}
      >
        <TextArea value={explanation} onChange={({ target }) => setExplanation(target.value)} />
      </Field>
      {person && (
        <CheckCard
          checked={alsoBlocks}
          onCheckedChange={setAlsoBlocks}
          label={`Also block ${firstName(person.fullName)}`}
        />
      )}
    </Dialog>
  );
}

/** The writer of the message, or the other person of a direct chat; undefined if there is none, or they are blocked already. */
function personIn(chat: Chat, message: ChatMessage | undefined): Blockable | undefined {
  if (chat.blocked) return undefined;
  if (message) return { userId: message.userId, fullName: message.userName };
  return chat.userId === null ? undefined : { userId: chat.userId, fullName: chat.name };
}

type Report = {
  readonly reason: ChatReportReason;
  readonly explanation: string;
  readonly blocks: Blockable | undefined;
};

/** The report was sent, but the reported person was not blocked. */
class NotBlocked extends Error {
  readonly person: Blockable;

  constructor(person: Blockable, cause: unknown) {
    super('the report was sent, but the person was not blocked', { cause });
    this.person = person;
  }
}

function failureWords(error: unknown): string {
  if (!(error instanceof NotBlocked))
    return refusalReason(error) ?? 'Your report was not sent. Please try again.';
  const reason = refusalReason(error.cause) ?? 'Please try again.';
  return `Your report was sent, but ${firstName(error.person.fullName)} is not blocked. ${reason}`;
}

function useReport(chat: Chat, message: ChatMessage | undefined, onDone: () => void) {
  const once = useSendOnce();
  // A second try after the block failed does not report again.
  const isReported = useRef(false);
  return useMutation({
    mutationFn: async ({ reason, explanation, blocks }: Report) => {
      const input = {
        chatId: chat.id,
        ...(message && { dateTimeSent: message.dateTimeSent }),
        reasonCode: reason,
        explanation,
      };
      if (!isReported.current) await once.send((options) => call(reportChat, input, options));
      isReported.current = true;
      void refresh(viewOrderList, viewDashboardStats);
      if (blocks)
        await block(blocks).catch((error: unknown) => {
          throw new NotBlocked(blocks, error);
        });
    },
    onSuccess: () => {
      onDone();
      toast.success('Reported. Support answers in your orders.');
    },
  });
}
