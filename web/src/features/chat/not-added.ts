import { toast } from '../../ui/Toast.tsx';

/** Says how many people were added to a group, or that some of them could not be. */
export function showAdded(chosen: number, notAdded: readonly string[]): void {
  if (notAdded.length > 0) showNotAdded(notAdded);
  else toast.success(chosen === 1 ? 'One person was added' : `${chosen} people were added`);
}

/** Says that some of the chosen people are not in the group. The reason stays between them. */
export function showNotAdded(userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  toast.error(
    userIds.length === 1
      ? 'One person couldn’t be added. The others are in the group.'
      : `${userIds.length} people couldn’t be added. The others are in the group.`,
  );
}
