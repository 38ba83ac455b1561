import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { FullScreen } from './FullScreen.tsx';
import { useShownFile } from './links.ts';
import { RetryButton } from './RetryButton.tsx';
import { SaveButton } from './SaveButton.tsx';
import { type FilesOfMessage, nameInside, type TitledFile } from './shown-files.ts';
import { usePinch } from './use-pinch.ts';

export type PictureViewerProps = FilesOfMessage & {
  pictures: readonly TitledFile[];
  /** The id of the picture that is shown first. */
  first: string;
  onClose: () => void;
};

/*
 * One picture over the whole screen: arrows, swipes and keys lead to the others, two fingers or a double tap enlarge it. Escape, the
 * back button and a swipe down close it, and the focus returns to the picture of the letter.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { conversationId, pictures, first, owner, sent, other, onClose } = props;
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  );
  const picture = pictures[place];
  const move = (by: number) =>
    setPlace((now) => Math.min(pictures.length - 1, Math.max(0, now + by)));
  const title = picture ? `${owner} ${nameInside(picture.title)}` : '';
  if (!picture) return null;
  return (
    <FullScreen
      label={`${title}, ${place + 1} of ${pictures.length}`}
      onClose={onClose}
      onKey={(key) => {
        if (key === 'ArrowLeft') move(-1);
        if (key === 'ArrowRight') move(1);
      }}
    >
      <div className="picture-viewer-bar">
        <IconButton
          label="Close"
          icon={<X aria-hidden size={24} />}
          className="text-current!"
          onClick={onClose}
        />
        <p className="font-semibold" aria-live="polite">
          {place + 1} of {pictures.length}
        </p>
        <SaveButton conversationId={conversationId} file={picture} />
      </div>
      <Stage
        key={picture.id}
        conversationId={conversationId}
        picture={picture}
        alt={picture.caption ? `${title}: ${picture.caption}` : title}
        onMove={move}
        onClose={onClose}
        hasPrevious={place > 0}
        hasNext={place < pictures.length - 1}
      />
      <div className="picture-viewer-foot">
        <p dir="auto" className="font-serif text-lg leading-6">
          {picture.caption || title}
        </p>
        <p className="text-[0.875rem] opacity-80">
          {sent}. Only you and <bdi>{other}</bdi> can open it, and our team in a report or claim.
        </p>
        {pictures.length > 1 && (
          <div className="picture-viewer-smalls">
            {pictures.map((one, index) => (
              <Small
                key={one.id}
                conversationId={conversationId}
                picture={one}
                isShown={index === place}
                onPress={() => setPlace(index)}
              />
            ))}
          </div>
        )}
      </div>
    </FullScreen>
  );
}

type StageProps = {
  conversationId: string;
  picture: TitledFile;
  alt: string;
  onMove: (by: number) => void;
  onClose: () => void;
  hasPrevious: boolean;
  hasNext: boolean;
};

function Stage(props: StageProps) {
  const { conversationId, picture, alt, onMove, onClose, hasPrevious, hasNext } = props;
  const { src, state, onError, retry } = useShownFile(conversationId, picture.id, 'url');
  const small = useShownFile(conversationId, picture.id, 'thumbnailUrl');
  const { box, image } = usePinch({ onMove, onClose });
  return (
    <div ref={box} className="picture-viewer-stage">
      {state === 'shown' ? (
        <div ref={image} className="absolute inset-0">
          {/* The small one is there at once, and stays under the whole one. */}
          {small.src !== undefined && <img src={small.src} alt="" draggable={false} />}
          {src !== undefined && (
            <img src={src} alt={alt} draggable={false} decoding="async" onError={onError} />
          )}
        </div>
      ) : (
        <div className="grid h-full place-content-center justify-items-center gap-2">
          <p>{state === 'deleted' ? 'This picture was deleted.' : 'This picture didn’t load.'}</p>
          {state === 'failed' && <RetryButton title={picture.title} onPress={retry} />}
        </div>
      )}
      {hasPrevious && (
        <button
          type="button"
          aria-label="Previous picture"
          onClick={() => onMove(-1)}
          className="picture-viewer-arrow left-4"
        >
          <ChevronLeft aria-hidden />
        </button>
      )}
      {hasNext && (
        <button
          type="button"
          aria-label="Next picture"
          onClick={() => onMove(1)}
          className="picture-viewer-arrow right-4"
        >
          <ChevronRight aria-hidden />
        </button>
      )}
    </div>
  );
}

type SmallProps = {
  conversationId: string;
  picture: TitledFile;
  isShown: boolean;
  onPress: () => void;
};

function Small({ conversationId, picture, isShown, onPress }: SmallProps) {
  const { src, onError } = useShownFile(conversationId, picture.id, 'thumbnailUrl');
  return (
    <button
      type="button"
      aria-label={picture.title}
      aria-current={isShown || undefined}
      onClick={onPress}
      className="picture-viewer-small"
    >
      {src !== undefined && <img src={src} alt="" onError={onError} />}
    </button>
  );
}
