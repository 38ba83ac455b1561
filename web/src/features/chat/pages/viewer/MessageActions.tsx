import { Copy, Flag, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { chatCaption, chatMessageText } from '#shared/rules/chat/chats.ts';
import { REACTIONS, type Reaction } from '#shared/rules/chat/message-changes.ts';
import { serverNow } from '#web/api/clock.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { ReportDialog } from '#web/features/safety/ReportDialog.tsx';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { htmlToTyped, typedToHtml } from '#web/ui/message-html.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { toast } from '#web/ui/Toast.tsx';
import type { ChatMessage } from '../../room.ts';
import type { Chat } from './ChatGate.tsx';
import { editDraftKey } from './chat-drafts.ts';
import { mayChange, ownReaction, REACTION_SIGNS, useDelete, useEdit } from './message-actions.ts';
import { textOf } from './message-words.ts';
import { messageTarget } from './report-targets.ts';

export type MessageActionsProps = {
  chat: Chat;
  message: ChatMessage;
  viewerId: string;
  /** Whether something can be written in the chat. */
  writable: boolean;
  onReact: (message: ChatMessage, reaction: Reaction | undefined) => void;
  onClose: () => void;
};

/* The actions of a message: react, copy, edit, delete, report. */
export function MessageActions({ onClose, ...props }: MessageActionsProps) {
  const [step, setStep] = useState<'choose' | Step>('choose');
  if (step === 'edit') return <EditMessage {...props} onClose={onClose} />;
  if (step === 'delete') return <DeleteMessage {...props} onClose={onClose} />;
  if (step === 'report') {
    const { chat, message } = props;
    const writer = { userId: message.userId, fullName: message.userName };
    const person = chat.blocked ? undefined : writer;
    return <ReportDialog target={messageTarget(chat, message)} person={person} onClose={onClose} />;
  }
  return <Choice {...props} onClose={onClose} onStep={setStep} />;
}

type Step = 'edit' | 'delete' | 'report';
type ChoiceProps = MessageActionsProps & { onStep: (step: Step) => void };

function Choice({ message, viewerId, writable, onReact, onClose, onStep }: ChoiceProps) {
  const own = ownReaction(message, viewerId);
  const changeable = writable && mayChange(message, viewerId, serverNow());
  const copy = async () => {
    onClose();
    await navigator.clipboard.writeText(htmlToTyped(message.content));
    toast.success('Message copied');
  };
  return (
    <Dialog open onOpenChange={onClose} title="Message">
      <blockquote dir="auto" className="line-clamp-2 border-rule border-l-2 pl-3 text-soft">
        {textOf(message)}
      </blockquote>
      {writable && (
        <ul aria-label="Reactions" className="flex justify-between">
          {REACTIONS.map((reaction) => (
            <li key={reaction}>
              <button
                type="button"
                aria-label={REACTION_SIGNS[reaction].name}
                aria-pressed={reaction === own}
                onClick={() => {
                  onReact(message, reaction === own ? undefined : reaction);
                  onClose();
                }}
                className="reaction-choice"
              >
                <span aria-hidden>{REACTION_SIGNS[reaction].sign}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Actions" className="-mx-2 grid">
        {message.content !== '' && (
          <Action icon={<Copy aria-hidden size={18} />} onPress={copy}>
            Copy text
          </Action>
        )}
        {changeable && (
          <>
            <Action icon={<Pencil aria-hidden size={18} />} onPress={() => onStep('edit')}>
              {editTitle(message)}
            </Action>
            <Action icon={<Trash2 aria-hidden size={18} />} onPress={() => onStep('delete')}>
              Delete message
            </Action>
          </>
        )}
        {message.userId !== viewerId && (
          <Action icon={<Flag aria-hidden size={18} />} onPress={() => onStep('report')}>
            Report message
          </Action>
        )}
      </ul>
    </Dialog>
  );
}

type ActionProps = { icon: ReactNode; onPress: () => void; children: ReactNode };

function Action({ icon, onPress, children }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-11 w-full items-center gap-3 rounded-[10px] px-2 text-left hover:bg-tint"
      >
        {icon}
        {children}
      </button>
    </li>
  );
}

const editTitle = ({ picture, content }: ChatMessage) =>
  !picture ? 'Edit message' : content === '' ? 'Add a caption' : 'Edit caption';

type StepProps = Omit<MessageActionsProps, 'onReact'>;

function EditMessage({ chat, message, onClose }: StepProps) {
  const before = htmlToTyped(message.content);
  const { form, clearDraft } = useDraftForm({
    draftKey: editDraftKey(message.id),
    defaultValues: { text: before },
  });
  const [fault, setFault] = useState<string>();
  const edit = useEdit(chat.id, message);
  const isFormatted = typedToHtml(before) !== message.content;
  const save = () => {
    const text = form.getValues('text');
    const wrong = ruleError(message.picture ? chatCaption : chatMessageText, typedToHtml(text));
    setFault(wrong);
    if (wrong !== undefined) return;
    edit.mutate(text, {
      onSuccess: () => {
        clearDraft();
        onClose();
      },
    });
  };
  const failed = edit.error
    ? (sentenceOf(edit.error) ?? 'Error while editing the message. Please try again.')
    : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={editTitle(message)}
      actions={
        <Button busy={edit.isPending} onClick={save}>
          Save
        </Button>
      }
    >
      <Field
        label={message.picture ? 'Caption' : 'Message'}
        labelHidden
        error={fault ?? failed}
        hint={isFormatted ? 'Bold, lists and other formats become plain text.' : undefined}
      >
        <TextArea autoFocus {...form.register('text')} />
      </Field>
    </Dialog>
  );
}

function DeleteMessage({ chat, message, onClose }: StepProps) {
  const deletion = useDelete(chat.id, message);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this message?"
      description={<p>No one can read it anymore. Everyone sees that a message was deleted.</p>}
      action="Delete message"
      actionVariant="danger"
      cancel="Keep it"
      busy={deletion.isPending}
      error={
        deletion.error
          ? (sentenceOf(deletion.error) ?? 'Error while deleting the message. Please try again.')
          : undefined
      }
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onClose })}
    />
  );
}
