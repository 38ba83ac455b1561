import type { CurrentUser } from '#web/api/current-user.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';

export type FirstStep = { readonly key: string; readonly words: string; readonly to: string };

type Known = Pick<CurrentUser, 'profileImageUrl' | 'bio' | 'categoryId'>;

/** The steps that a profile still misses, the most important first. `links`: the number of its links. */
export function missingSteps(
  { profileImageUrl, bio, categoryId }: Known,
  links: number,
): FirstStep[] {
  const steps: (FirstStep | false)[] = [
    !profileImageUrl && { key: 'portrait', words: 'Add a picture', to: paths.editAvatar() },
    (!bio || !categoryId) && {
      key: 'bio',
      words: bio ? 'Choose your field' : 'Say what you can be asked',
      to: paths.editProfile(),
    },
    links === 0 && { key: 'links', words: 'Add a link to your work', to: paths.addUserLink() },
  ];
  return steps.filter((step) => step !== false);
}

const DISMISSED = 'firstSteps_dismissed';

/** Whether this user dismissed the steps on this device. */
export function wereDismissed(userId: string): boolean {
  return deviceStorage.getItem(DISMISSED) === userId;
}

export function dismissSteps(userId: string): void {
  deviceStorage.setItem(DISMISSED, userId);
}
