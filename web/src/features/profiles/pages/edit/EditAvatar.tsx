import { removeUserAvatar, uploadUserAvatar } from '#shared/api/profile-changes.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useConfirm } from '#web/forms/confirm.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { PictureForm } from '../../PictureForm.tsx';
import { showSaved } from './saved-user.ts';

/* Chooses, crops and saves the user's avatar. docs/product/profiles.md#portrait */
export function Component() {
  const leave = useLeaveForm();
  const { fullName, profileImageUrl } = useCurrentUser();
  const save = async (base64Image: string) => {
    const saved = await call(uploadUserAvatar, { base64Image });
    await showSaved({ profileImageUrl: saved.profileImageUrl });
    toast.success('Your picture is saved');
    leave(paths.editProfile());
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
            It’s shown beside everything you write.
          </p>
          {profileImageUrl && <RemoveButton />}
        </>
      }
      onSave={save}
      failed="There was an error while updating your account. Please try again."
    />
  );
}

function RemoveButton() {
  const leave = useLeaveForm();
  const { ask, dialog } = useConfirm(async () => {
    await call(removeUserAvatar, {});
    await showSaved({ profileImageUrl: null });
    toast.success('Your picture is removed');
    leave(paths.editProfile());
  }, 'Your picture wasn’t removed. Please try again.');
  return (
    <>
      <Button variant="quiet" size="md" onClick={ask}>
        Remove picture
      </Button>
      <Confirm
        {...dialog}
        title="Remove your picture?"
        description="Your initials are shown in its place. Others may see the picture for some minutes more."
        action="Remove picture"
        actionVariant="danger"
      />
    </>
  );
}
