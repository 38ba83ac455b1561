import { toast } from '../../ui/Toast.tsx';

/** Says that some of the chosen people are not in the group. The reason stays between them. */
export function showNotAdded(userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  toast.error(
    userIds.length === 1
      ? 'One person could not be added. The others are in the group.'
      : `${userIds.length} people could not be added. The others are in the group.`,
  );
}
