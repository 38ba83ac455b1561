import { type CSSProperties, useState } from 'react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { isOwnPicture } from '#web/ui/own-picture.ts';
import { freshPictureAddress } from '../../fresh-picture.ts';
import type { ChatMessage } from '../../room.ts';

/* The picture of a message in the chat. docs/product/chat.md#pictures */

export type Picture = NonNullable<ChatMessage['picture']>;

export type SlipPictureProps = {
  message: ChatMessage;
  picture: Picture;
  own: boolean;
  onOpen: (message: ChatMessage) => void;
};

/** The picture above the caption. It has its size before it is loaded, so that messages do not move. */
export function SlipPicture({ message, picture, own, onOpen }: SlipPictureProps) {
  const image = useImage(message, picture);
  if (image.isMissing)
    return (
      <p className="slip-picture slip-picture-missing" style={image.style}>
        Picture not available
      </p>
    );
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(message)}
      className="slip-picture"
      style={image.style}
    >
      <img {...image.attributes} alt={pictureWords(message, own)} loading="lazy" />
    </button>
  );
}

/** `Picture from Ana`. */
export const titleOf = ({ userName }: ChatMessage, own: boolean) =>
  own ? 'Picture from you' : `Picture from ${userName}`;

/** `Picture from Ana`, or with its caption: `Picture from Ana: The sea`. */
export function pictureWords(message: ChatMessage, own: boolean): string {
  const caption = plainText(message.content);
  return caption === '' ? titleOf(message, own) : `${titleOf(message, own)}: ${caption}`;
}

/**
 * The attributes of the image, and whether it cannot be shown: its file was removed, or it is not one of ours. An address is valid for
 * minutes, so a new one is asked for once when the image does not load.
 */
export function useImage(message: ChatMessage, { url, width, height }: Picture) {
  const [shown, setShown] = useState(() => fromAddress(url));
  // Another address of the same picture, by a poll, is used only if the one that is shown does not load.
  const image = shown.isMissing && shown.known !== url ? fromAddress(url) : shown;
  const onError = () => {
    if (image.isFresh) return setShown({ ...image, isMissing: true });
    void freshPictureAddress(message).then((fresh) =>
      setShown(
        // The browser does not load the same address once more, so it would never say that this one failed too.
        fresh === undefined || fresh === image.src
          ? { ...image, isMissing: true }
          : { known: url, src: fresh, isFresh: true, isMissing: false },
      ),
    );
  };
  return {
    isMissing: image.isMissing || !isOwnPicture(image.src, window.location.href),
    style: {
      '--picture-width': `${width}px`,
      '--picture-ratio': width / height,
      aspectRatio: `${width} / ${height}`,
    } as CSSProperties,
    attributes: { src: image.src, width, height, decoding: 'async' as const, onError },
  };
}

const fromAddress = (url: string) => ({ known: url, src: url, isFresh: false, isMissing: false });
