import { ImagePlus, PenLine, SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { chatMessageText } from '#shared/rules/chat/chats.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { paths } from '#web/paths.ts';
import { FileInput } from '#web/ui/FileInput.tsx';
import { fitHeight } from '#web/ui/fit-height.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { typedToHtml } from '#web/ui/message-html.ts';
import { pastedFiles, pastedPictures } from '#web/ui/pasted-files.ts';
import { toast } from '#web/ui/Toast.tsx';
import { COMPOSER_BAR, COMPOSER_ROW, OWN_MESSAGE, WRITE_A_MESSAGE } from '../../chat-frame.ts';
import { typedDraftKey } from './chat-drafts.ts';
import { useTypingIndicator } from './use-typing.ts';

export type ComposerProps = {
  chatId: string;
  onSend: (html: string) => void;
  /** Called with a chosen or pasted picture. */
  onPicture: (file: File) => void;
};

/* The input at the bottom of a chat. On devices with a keyboard Enter sends and Shift+Enter starts a new line. */
export function Composer({ chatId, onSend, onPicture }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const faultId = useId();
  const draft = useDraft(typedDraftKey(chatId));
  const [text, setText] = useState(draft.read);
  const [fault, setFault] = useState<string>();
  const sign = useTypingIndicator(chatId);
  useGrowing(box, text);

  const write = (next: string) => {
    setText(next);
    setFault(undefined);
    draft.write(next);
    if (next.trim() === '') sign.ended();
    else sign.typed();
  };
  const send = () => {
    const html = typedToHtml(text);
    const wrong = ruleError(chatMessageText, html);
    box.current?.focus();
    if (wrong !== undefined) return setFault(wrong);
    setText('');
    draft.clear();
    sign.ended();
    onSend(html);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing a word, Enter chooses it.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing || !hasRealKeyboard()) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const [file] = pastedFiles(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    const [picture] = pastedPictures(event.clipboardData);
    if (picture) onPicture(picture);
    else toast.error('Only pictures can be sent here. Nothing was added.');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} aria-label={WRITE_A_MESSAGE} className={COMPOSER_BAR}>
      {fault !== undefined && (
        <p id={faultId} role="alert" className="px-2 pb-2 font-medium text-red-text">
          {fault}
        </p>
      )}
      <div className={COMPOSER_ROW}>
        <IconButton
          label="Reply on a page of its own"
          icon={<PenLine aria-hidden size={20} />}
          // The page continues this draft, so it must be saved first.
          render={<Link to={paths.chatReply(chatId)} onClick={draft.flush} />}
        />
        <PictureButton onPicture={onPicture} />
        <textarea
          ref={box}
          id={OWN_MESSAGE}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          aria-label="Message"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          placeholder={WRITE_A_MESSAGE}
          enterKeyHint={hasRealKeyboard() ? 'send' : 'enter'}
          className="composer-box"
        />
        <button
          type="submit"
          aria-label="Send Message"
          // Phones would close the keyboard when the field loses the focus.
          onPointerDown={(event) => event.preventDefault()}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink font-semibold text-paper transition-opacity hover:opacity-90 data-idle:opacity-55 wide:h-12 wide:w-auto wide:rounded-card wide:px-5"
          data-idle={text.trim() === '' ? '' : undefined}
        >
          <SendHorizontal aria-hidden size={20} className="wide:hidden" />
          <span className="hidden wide:inline">Send</span>
        </button>
      </div>
    </form>
  );
}

function PictureButton({ onPicture }: Pick<ComposerProps, 'onPicture'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Send a picture"
        aria-haspopup="dialog"
        icon={<ImagePlus aria-hidden size={20} />}
        onClick={() => input.current?.click()}
      />
      <FileInput ref={input} label="Picture" accept="image/*" onPick={onPicture} />
    </>
  );
}

function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (box.current) fitHeight(box.current);
  }, [box, text]);
}

/** On a phone Enter is the only way to start a new line. */
function hasRealKeyboard(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}
