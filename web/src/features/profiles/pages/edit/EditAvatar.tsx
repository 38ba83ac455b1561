import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { uploadUserAvatar } from '../../../../../../shared/api/profiles.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { sentenceOf } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { jpegOf } from '../../../../ui/pictures.ts';
import { toast } from '../../../../ui/Toast.tsx';
import { CropBox } from './CropBox.tsx';
import { drawAvatar } from './draw-avatar.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { showSaved } from './saved-user.ts';
import { useCrop } from './use-crop.ts';

const FAILED = 'There was an error while updating your account. Please try again.';

/* Chooses, crops and saves the user's avatar. docs/product/profiles.md#portrait */
export function Component() {
  const navigate = useNavigate();
  const { fullName, profileImageUrl } = useCurrentUser();
  const crop = useCrop();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (!crop.picture) return;
    setBusy(true);
    setError(undefined);
    try {
      const base64Image = jpegOf(drawAvatar(crop.picture.bitmap, crop.area));
      const saved = await call(uploadUserAvatar, { base64Image });
      await showSaved({ profileImageUrl: saved.profileImageUrl });
      toast.success('Your picture is saved');
      return navigate(paths.editProfile());
    } catch (fault) {
      if (!isRefusal(fault)) console.error(fault);
      return setError(sentenceOf(fault) ?? FAILED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormPage
      title="Your picture"
      back={paths.editProfile()}
      onSubmit={save}
      busy={busy}
      error={error}
      submit="Save"
      blocked={!crop.picture}
      secondary={
        <Button variant="quiet" block render={<Link to={paths.editProfile()} />}>
          Cancel
        </Button>
      }
    >
      {crop.picture ? (
        <CropBox crop={crop} picture={crop.picture} />
      ) : (
        <div className="grid justify-items-center gap-3 pt-6 pb-2">
          <Avatar name={fullName} imageUrl={profileImageUrl} size="xl" alt="Your picture now" />
          <p className="text-balance text-center text-soft">
            It is shown beside everything you write.
          </p>
        </div>
      )}
      <PicturePicker
        another={crop.picture !== undefined}
        onPick={(picture) => {
          setError(undefined);
          crop.choose(picture);
        }}
        onFault={setError}
      />
    </FormPage>
  );
}
