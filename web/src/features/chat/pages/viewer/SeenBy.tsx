import { Dialog } from '#web/ui/Dialog.tsx';
import { PeopleList, type Person } from './PeopleList.tsx';

export type SeenByProps = {
  /** Ids of the users who have read the message. */
  readers: readonly string[];
  /** Everybody in the group except the viewer. */
  people: readonly Person[];
  onClose: () => void;
};

/* The members who have read one of the viewer's messages, and those who have not. */
export function SeenBy({ readers, people, onClose }: SeenByProps) {
  const seen = people.filter(({ id }) => readers.includes(id));
  const notYet = people.filter(({ id }) => !readers.includes(id));
  return (
    <Dialog open onOpenChange={onClose} title="Seen by">
      {seen.length > 0 ? (
        <PeopleList people={seen} label="Seen by" />
      ) : (
        <p className="text-soft">No one yet.</p>
      )}
      {seen.length > 0 && notYet.length > 0 && (
        <>
          <h3 className="font-semibold">Not yet</h3>
          <PeopleList people={notYet} label="Not yet" />
        </>
      )}
    </Dialog>
  );
}
