import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../api/client.ts';
import { failedBecause } from '../../api/failure-words.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { jpegOf } from '../../ui/pictures.ts';
import { refusalReason } from '../contacts/refusal-reason.ts';
import { CropBox, type CropBoxProps } from './CropBox.tsx';
import { drawAvatar } from './draw-avatar.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { useCrop } from './use-crop.ts';

export type PictureFormProps = Pick<CropBoxProps, 'shape'> & {
  title: string;
  back: string;
  /** The picture until now, with a text about it. */
  current: ReactNode;
  /** Saves the picture, a data URL, and opens the next screen. Throws the refusal of its call. */
  onSave: (base64Image: string) => Promise<unknown>;
  /** The error for a fault without words of its own. */
  failed: string;
};

/* A screen that chooses, crops and saves a picture. docs/product/profiles.md#portrait */
export function PictureForm({ title, back, shape, current, onSave, failed }: PictureFormProps) {
  const crop = useCrop();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (!crop.picture) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSave(jpegOf(drawAvatar(crop.picture.bitmap, crop.area)));
    } catch (fault) {
      if (!isRefusal(fault)) console.error(fault);
      const reason = refusalReason(fault);
      setError(reason === undefined ? failed : failedBecause(failed, reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormPage
      title={title}
      back={back}
      onSubmit={save}
      busy={busy}
      error={error}
      submit="Save"
      blocked={!crop.picture}
      secondary={
        <Button variant="quiet" block render={<Link to={back} />}>
          Cancel
        </Button>
      }
    >
      {crop.picture ? (
        <CropBox crop={crop} picture={crop.picture} shape={shape} />
      ) : (
        <div className="grid justify-items-center gap-3 pt-6 pb-2">{current}</div>
      )}
      <PicturePicker
        another={crop.picture !== undefined}
        onPick={(picture) => {
          setError(undefined);
          crop.choose(picture);
          // It appears before the button that has the focus.
          announce('The picture is open. Place it above this button.');
        }}
        onFault={setError}
      />
    </FormPage>
  );
}
