import { useEffect, useId, useRef } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { AVATAR_SIDE } from '../../../../shared/rules/profiles/pictures.ts';
import { Field } from '../../ui/Field.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { CROP_SIDE, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './crop.ts';
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
        Drag the picture to place it, or use the arrow keys.
      </p>
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
