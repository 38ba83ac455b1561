import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { CROP_SIDE, type Direction, moved, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './crop.ts';
import { drawAvatar } from './draw-avatar.ts';
import type { ChosenPicture, Crop } from './use-crop.ts';

export type CropBoxProps = {
  crop: Crop;
  picture: ChosenPicture;
  /** Portraits of people are round, photos of groups square. */
  shape: 'round' | 'square';
};

/* The picture in a crop window, moved by touch, mouse or keyboard, with a preview. */
export function CropBox({ crop, picture, shape }: CropBoxProps) {
  const how = useId();
  return (
    <>
      <div className="flex flex-wrap items-center justify-center gap-4 pt-2">
        <div
          className="relative overflow-hidden rounded-card bg-tint crop-window outline-ink outline-offset-2"
          style={{ width: CROP_SIDE, height: CROP_SIDE }}
        >
          <Cropper
            image={picture.address}
            crop={crop.position}
            zoom={crop.zoom}
            minZoom={ZOOM_MIN}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropSize={{ width: CROP_SIDE, height: CROP_SIDE }}
            cropShape={shape === 'round' ? 'round' : 'rect'}
            objectFit="cover"
            showGrid={false}
            keyboardStep={4}
            // The component's styles are in this chunk: the Content-Security-Policy forbids style elements from
            // scripts.
            disableAutomaticStylesInjection
            onCropChange={crop.move}
            onZoomChange={crop.setZoom}
            classes={{ cropAreaClassName: 'outline-none!' }}
            mediaProps={{ alt: '' }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Place the picture',
              'aria-describedby': how,
            }}
          />
        </div>
        <Preview crop={crop} picture={picture} shape={shape} />
      </div>
      <p id={how} className="text-balance text-center text-[0.875rem] text-soft">
        Drag the picture to place it, or use these buttons or the arrow keys.
      </p>
      <MoveButtons crop={crop} picture={picture} />
      <Field label="Zoom">
        <Slider
          min={ZOOM_MIN}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={crop.zoom}
          valueText={`${Math.round(crop.zoom * 100)} %`}
          onValueChange={crop.setZoom}
        />
      </Field>
    </>
  );
}

const MOVES: readonly (readonly [Direction, LucideIcon])[] = [
  ['left', ArrowLeft],
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['right', ArrowRight],
];

/** Moves the picture by single presses, for people who cannot drag. WCAG 2.5.7 */
function MoveButtons({ crop, picture: { bitmap } }: Pick<CropBoxProps, 'crop' | 'picture'>) {
  const [words, say] = useState('');
  const press = (to: Direction) => {
    const next = moved(bitmap, crop.position, crop.zoom, to);
    const isAtEdge = next.x === crop.position.x && next.y === crop.position.y;
    say(isAtEdge ? `It can’t move ${to} anymore. Zoom in first.` : `Moved ${to}`);
    crop.move(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown
    <div role="group" aria-label="Move the picture" className="flex justify-center gap-2">
      {MOVES.map(([to, Icon]) => (
        <IconButton
          key={to}
          label={`Move ${to}`}
          icon={<Icon aria-hidden size={20} />}
          onClick={() => press(to)}
        />
      ))}
      <span role="status" className="sr-only">
        {words}
      </span>
    </div>
  );
}

function Preview({ crop: { area }, picture: { bitmap }, shape }: CropBoxProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = drawAvatar(bitmap, area);
    const shown = canvas.current?.getContext('2d');
    shown?.drawImage(drawn, 0, 0);
  }, [bitmap, area]);
  return (
    <figure className="grid w-18 justify-items-center gap-1.5 text-center">
      <canvas
        ref={canvas}
        width={AVATAR_SIDE}
        height={AVATAR_SIDE}
        className={`size-18 bg-tint ${shape === 'round' ? 'rounded-full' : 'rounded-card'}`}
      />
      <figcaption className="text-[0.875rem] text-soft">How it looks</figcaption>
    </figure>
  );
}
