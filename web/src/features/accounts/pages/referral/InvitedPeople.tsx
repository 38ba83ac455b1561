import { Link } from 'react-router';
import type { viewInvitations } from '#shared/api/invitations.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { fullDayWords } from '#web/shell/dates.ts';
import { List, Row } from '#web/ui/List.tsx';

type Invited = Output<typeof viewInvitations>['data'][number];

/* Who joined by the user's invitation, and what each of them brought. */
export function InvitedPeople({ people }: { people: readonly Invited[] }) {
  if (people.length === 0)
    return <p className="mt-2 text-soft">No one has joined by your link yet.</p>;
  return (
    <List label="Who joined">
      {people.map((one) => (
        <Row
          key={one.id}
          title={one.fullName}
          subtitle={`Joined on ${fullDayWords(one.joinedAt)}. ${bonusWords(one)}`}
          {...(one.username !== null && { render: <Link to={paths.profile(one.username)} /> })}
        />
      ))}
    </List>
  );
}

function bonusWords({ bonus, amount }: Invited): string {
  // A bonus that was paid out is not taken back.
  if (amount > 0) return `${formatMoney(amount)} earned`;
  return bonus === 'TAKEN_BACK' ? 'Bonus taken back' : 'No bonus yet';
}
