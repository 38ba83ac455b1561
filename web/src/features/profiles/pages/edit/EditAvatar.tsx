import { useNavigate } from 'react-router';
import { uploadUserAvatar } from '../../../../../../shared/api/profile-changes.ts';
import { call } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { paths } from '../../../../paths.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { PictureForm } from '../../PictureForm.tsx';
import { showSaved } from './saved-user.ts';

/* Chooses, crops and saves the user's avatar. docs/product/profiles.md#portrait */
export function Component() {
  const navigate = useNavigate();
  const { fullName, profileImageUrl } = useCurrentUser();
  const save = async (base64Image: string) => {
    const saved = await call(uploadUserAvatar, { base64Image });
    await showSaved({ profileImageUrl: saved.profileImageUrl });
    toast.success('Your picture is saved');
    return navigate(paths.editProfile());
  };
  return (
    <PictureForm
      title="Your picture"
      back={paths.editProfile()}
      shape="round"
      current={
        <>
          <Avatar name={fullName} imageUrl={profileImageUrl} size="xl" alt="Your picture now" />
          <p className="text-balance text-center text-soft">
            It is shown beside everything you write.
          </p>
        </>
      }
      onSave={save}
      failed="There was an error while updating your account. Please try again."
    />
  );
}
