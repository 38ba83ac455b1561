import { useEffect, useRef, useState } from 'react';
import { viewChat, viewChatList } from '#shared/api/chat.ts';
import { createChatPicture } from '#shared/api/chat-messages.ts';
import { CHAT_PICTURE_SIDE, chatCaption } from '#shared/rules/chat/chats.ts';
import { AVATAR_BYTES_MAX } from '#shared/rules/profiles/pictures.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { typedToHtml } from '#web/ui/message-html.ts';
import { PictureError, type Size, shrinkPicture } from '#web/ui/pictures.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { addOwnMessage } from '../../room-query.ts';
import { captionDraftKey } from './chat-drafts.ts';

const FAILED = 'The picture wasn’t sent. Please try again.';
/** The length of a data URL with the largest picture that the server accepts. */
const DATA_URL_MAX = Math.floor((AVATAR_BYTES_MAX * 4) / 3);

export type SendPictureProps = {
  chatId: string;
  file: File;
  onSent: () => void;
  onClose: () => void;
};

/*
 * Shows a chosen picture with a field for a caption, and sends it. After an error the dialog stays, and the next attempt has the
 * same Idempotency-Key. A caption that was not sent is kept for the next picture.
 */
export function SendPicture({ chatId, file, onSent, onClose }: SendPictureProps) {
  const { picture, unusable } = usePrepared(file);
  const draft = useDraft(captionDraftKey(chatId));
  const [caption, setCaption] = useState(draft.read);
  const [wrong, setWrong] = useState<string>();
  const sending = useSending(chatId, () => {
    draft.clear();
    onSent();
    onClose();
  });
  const write = (next: string) => {
    setCaption(next);
    setWrong(undefined);
    draft.write(next);
  };
  const send = () => {
    if (!picture) return;
    const messageText = typedToHtml(caption);
    const fault = ruleError(chatCaption, messageText);
    setWrong(fault);
    if (fault === undefined) sending.mutate({ base64Image: picture.src, messageText });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send a picture"
      actions={
        unusable ? (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button
            busy={sending.isPending}
            busyText="Sending the picture..."
            disabled={!picture}
            onClick={send}
          >
            Send picture
          </Button>
        )
      }
    >
      {unusable ? (
        <p role="alert" className="font-medium text-red-text">
          {unusable}
        </p>
      ) : (
        <>
          {picture ? (
            <img src={picture.src} alt="What you send" className="chosen-picture" />
          ) : (
            <p role="status" className="chosen-picture skeleton grid h-40 place-items-center">
              Opening the picture...
            </p>
          )}
          <Field label="Caption" optional error={wrong}>
            <TextArea
              rows={1}
              className="min-h-13!"
              value={caption}
              readOnly={sending.isPending}
              onChange={({ target }) => write(target.value)}
            />
          </Field>
          {sending.error && (
            <p role="alert" className="font-medium text-red-text">
              {sentenceFor(sending.error)}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

const sentenceFor = (error: unknown): string =>
  (isRefusal(error) ? Object.values(error.fields)[0] : undefined) ?? sentenceOf(error) ?? FAILED;

type Prepared = {
  readonly picture?: Size & { readonly src: string };
  /** Why the file cannot be sent. */
  readonly unusable?: string;
};

/** The file as a JPEG that the server accepts; neither field is set until it is ready. */
function usePrepared(file: File): Prepared {
  const [prepared, setPrepared] = useState<Prepared>({});
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Prepared) => {
      if (isCurrent) setPrepared(next);
    };
    shrinkPicture(file, CHAT_PICTURE_SIDE, DATA_URL_MAX).then(
      (picture) => show({ picture }),
      (fault: unknown) => {
        if (!(fault instanceof PictureError)) console.error(fault);
        show({ unusable: fault instanceof PictureError ? fault.message : CANNOT_OPEN });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return prepared;
}

const CANNOT_OPEN = 'We couldn’t open this picture. Please choose another one.';

/** Sends the picture. It goes on if the dialog is closed meanwhile; an error is then shown as a toast. */
function useSending(chatId: string, onSent: () => void) {
  const once = useSendOnce();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useWrite({
    mutationFn: (input: { base64Image: string; messageText: string }) =>
      once.send((options) => call(createChatPicture, { chatId, ...input }, options)),
    onSuccess: ({ data }) => {
      for (const message of data) void addOwnMessage(chatId, message);
      void refresh(viewChatList);
      if (isShown.current) onSent();
    },
    onError: (error) => {
      if (isRefusal(error, 'FORBIDDEN', 'NOT_FOUND')) void refresh(viewChat);
      if (!isShown.current) toast.error(sentenceFor(error));
    },
  });
}
