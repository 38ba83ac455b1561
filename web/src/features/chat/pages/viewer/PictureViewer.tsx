import { Dialog } from '#web/ui/Dialog.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import type { ChatMessage } from '../../room.ts';
import { type Picture, pictureWords, titleOf, useImage } from './ChatPictures.tsx';

export type PictureViewerProps = {
  message: ChatMessage;
  picture: Picture;
  own: boolean;
  onClose: () => void;
};

/* A dialog with the whole picture of a message. */
export function PictureViewer({ message, picture, own, onClose }: PictureViewerProps) {
  const image = useImage(message, picture);
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
