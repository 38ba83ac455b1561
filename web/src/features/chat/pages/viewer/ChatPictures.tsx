import { type CSSProperties, useState } from 'react';
import { plainText } from '../../../../../../shared/rules/conversations/messages.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { isOwnPicture } from '../../../../ui/own-picture.ts';
import { RichText } from '../../../../ui/RichText.tsx';
import type { ChatMessage } from '../../room.ts';

/* The picture of a message: in the chat, and in its full size. docs/product/chat.md#pictures */

type Picture = NonNullable<ChatMessage['picture']>;

export type SlipPictureProps = {
  message: ChatMessage;
  picture: Picture;
  own: boolean;
  onOpen: (message: ChatMessage) => void;
};

/** The picture above the caption. It has its size before it is loaded, so that messages do not move. */
export function SlipPicture({ message, picture, own, onOpen }: SlipPictureProps) {
  const image = useImage(picture);
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

export type PictureViewerProps = {
  message: ChatMessage;
  picture: Picture;
  own: boolean;
  onClose: () => void;
};

/** A dialog with the whole picture. */
export function PictureViewer({ message, picture, own, onClose }: PictureViewerProps) {
  const image = useImage(picture);
  return (
    <Dialog open wide onOpenChange={onClose} title={titleOf(message, own)}>
      {image.isMissing ? (
        <p className="whole-picture slip-picture-missing" style={image.style}>
          Picture not available
        </p>
      ) : (
        <img
          {...image.attributes}
          alt={pictureWords(message, own)}
          className="whole-picture"
          style={image.style}
        />
      )}
      {message.content !== '' && <RichText plain html={message.content} />}
    </Dialog>
  );
}

const titleOf = ({ userName }: ChatMessage, own: boolean) =>
  own ? 'Picture from you' : `Picture from ${userName}`;

/** `Picture from Ana`, or with its caption: `Picture from Ana: The sea`. */
export function pictureWords(message: ChatMessage, own: boolean): string {
  const caption = plainText(message.content);
  return caption === '' ? titleOf(message, own) : `${titleOf(message, own)}: ${caption}`;
}

/** The attributes of the image, and whether it cannot be shown: its file was removed, or it is not one of ours. */
function useImage({ url, width, height }: Picture) {
  const [failed, setFailed] = useState<string>();
  return {
    isMissing: failed === url || !isOwnPicture(url, window.location.href),
    style: {
      '--picture-width': `${width}px`,
      '--picture-ratio': width / height,
      aspectRatio: `${width} / ${height}`,
    } as CSSProperties,
    attributes: {
      ...{ src: url, width, height },
      decoding: 'async' as const,
      onError: () => setFailed(url),
    },
  };
}
