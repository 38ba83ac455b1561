import { PenLine, SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { chatMessageText } from '../../../../shared/rules/chat/chats.ts';
import { faultOf } from '../../conversation/fault.ts';
import { useDraft } from '../../conversation/use-draft.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { typedDraftKey } from './chat-drafts.ts';
import { htmlOfTyped } from './message-html.ts';
import { useTypingSign } from './use-typing.ts';

export type ComposerProps = { chatId: string; onSend: (html: string) => void };

/* The line at the foot of a chat. Enter sends where there is a real keyboard; Shift and Enter begins a new line. */
export function Composer({ chatId, onSend }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const faultId = useId();
  const draft = useDraft(typedDraftKey(chatId));
  const [text, setText] = useState(draft.read);
  const [fault, setFault] = useState<string>();
  const sign = useTypingSign(chatId);
  useGrowing(box, text);

  const write = (next: string) => {
    setText(next);
    setFault(undefined);
    draft.write(next);
    if (next.trim() === '') sign.ended();
    else sign.typed();
  };
  const send = () => {
    const html = htmlOfTyped(text);
    const wrong = faultOf(chatMessageText, html);
    box.current?.focus();
    if (wrong !== undefined) return setFault(wrong);
    setText('');
    draft.clear();
    sign.ended();
    onSend(html);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Enter chooses it.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing || !hasRealKeyboard()) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Write a message"
      className="action-bar safe-bottom border-rule border-t bg-card px-2 pt-2 min-[40rem]:bg-paper"
    >
      {fault !== undefined && (
        <p id={faultId} role="alert" className="px-2 pb-2 font-medium text-red-text">
          {fault}
        </p>
      )}
      <div className="flex items-end gap-1.5">
        <IconButton
          label="Reply on a page of its own"
          icon={<PenLine aria-hidden size={20} />}
          // The page takes up what was begun here, which has to be kept by then.
          render={<Link to={paths.chatReply(chatId)} onClick={draft.flush} />}
        />
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label="Message"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          placeholder="Write a message"
          enterKeyHint={hasRealKeyboard() ? 'send' : 'enter'}
          className="composer-box"
        />
        <button
          type="submit"
          aria-label="Send Message"
          // A phone would put its keyboard away with the focus, after every message.
          onPointerDown={(event) => event.preventDefault()}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink text-paper transition-opacity hover:opacity-90 data-idle:opacity-55"
          data-idle={text.trim() === '' ? '' : undefined}
        >
          <SendHorizontal aria-hidden size={20} />
        </button>
      </div>
    </form>
  );
}

/** Where the style sheet cannot let a box grow with its text. */
function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!box.current || CSS.supports('field-sizing', 'content')) return;
    const { style } = box.current;
    style.height = 'auto';
    // Its two edges are not part of what scrolls.
    if (text !== '') style.height = `${box.current.scrollHeight + 2}px`;
  }, [box, text]);
}

/** On a phone Enter is the only way to a new line. */
function hasRealKeyboard(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}
