import { paths } from '../../paths.ts';
import { TextLink } from '../../shell/TextLink.tsx';

export type LinkedPerson = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly blocked: boolean;
} | null;

/** The name of a person, which leads to their course at the desk. */
export function PersonLink({ person }: { person: LinkedPerson }) {
  if (!person) return <span className="text-soft">An account that’s gone</span>;
  return (
    <>
      <TextLink to={paths.deskPerson(person.id)}>
        <bdi>{person.fullName}</bdi>
      </TextLink>{' '}
      <span className="text-soft">
        @{person.username}
        {person.blocked && ' · blocked'}
      </span>
    </>
  );
}
