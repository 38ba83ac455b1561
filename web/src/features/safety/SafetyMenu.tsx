import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { type Safety, useSafetyItems } from './use-safety-items.tsx';

export type SafetyMenuProps = Safety & {
  /** The label of the button: `More about Ana Cole`. */
  label: string;
  /** The subject of the items, for screen readers. */
  about: string;
};

/* A menu that reports something and blocks its person. */
export function SafetyMenu({ label, about, ...safety }: SafetyMenuProps) {
  const { items, dialogs } = useSafetyItems(safety);
  return (
    <>
      <MoreMenu label={label} about={about} items={items} />
      {dialogs}
    </>
  );
}
