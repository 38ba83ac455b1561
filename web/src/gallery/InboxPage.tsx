import { CircleCheck, Clock, Hourglass, MessageCircle, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { cents } from '#shared/money.ts';
import { paths } from '../paths.ts';
import { Page } from '../shell/Page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { List, Row } from '../ui/List.tsx';
import { Money } from '../ui/Money.tsx';
import { Select } from '../ui/Select.tsx';

const FILTERS = [
  { value: 'ALL', label: 'Filter by' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'OPEN', label: 'Open' },
  { value: 'COMPLETED', label: 'Closed' },
] as const;

const ROWS = [
  {
    name: 'Ben Okafor',
    subject: 'Refused at the counter, what now?',
    unread: true,
    amount: 2335,
    chip: (
      <Chip tone="due" icon={Clock}>
        11 hours left
      </Chip>
    ),
  },
  {
    name: 'Lucía Prado',
    subject: 'May my sister work while she waits?',
    unread: true,
    amount: 2390,
    chip: (
      <Chip tone="held" icon={Hourglass}>
        Due Thu, Nov 26
      </Chip>
    ),
  },
  {
    name: 'Tom Weller',
    subject: 'Re: Thank you for the letter',
    unread: false,
    chip: (
      <Chip tone="earned" icon={MessageCircle}>
        Open
      </Chip>
    ),
  },
  {
    name: 'Mina Sato',
    subject: 'Student permit, second try',
    unread: false,
    amount: 2335,
    chip: (
      <Chip tone="neutral" icon={CircleCheck}>
        Closed
      </Chip>
    ),
  },
  {
    name: 'J. Haddad',
    subject: 'Is this office real?',
    unread: false,
    chip: (
      <Chip tone="back" icon={Undo2}>
        Given back
      </Chip>
    ),
  },
];

export function InboxPage() {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('ALL');
  return (
    <Page
      title="Inbox"
      lead={
        <div className="flex items-center justify-between gap-3">
          <p>
            Two answers due by Thursday · <strong className="text-ink">$47.25</strong> waiting
          </p>
          <Select
            label="Filter"
            compact
            value={filter}
            onValueChange={setFilter}
            options={FILTERS}
          />
        </div>
      }
    >
      <List label="Inbound Messages">
        {ROWS.map((row) => (
          <Row
            key={row.name}
            before={<Avatar name={row.name} />}
            title={row.name}
            subtitle={row.subject}
            note={row.chip}
            unread={row.unread}
            trailing={row.amount && <Money amount={cents(row.amount)} />}
            render={<Link to={paths.inbox()} />}
          />
        ))}
      </List>
      <Button variant="quiet" size="md" block className="mt-4">
        Load Older Messages
      </Button>
    </Page>
  );
}
