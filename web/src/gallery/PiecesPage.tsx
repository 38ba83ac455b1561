import { Bell, Clock, CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { cents } from '#shared/money.ts';
import { Page } from '../shell/Page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { type EmptyDrawing, EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { List, SettingRow } from '../ui/List.tsx';
import { Postmark } from '../ui/Postmark.tsx';
import { LetterSkeleton, ProfileSkeleton, RowsSkeleton } from '../ui/Skeletons.tsx';
import { Stamp } from '../ui/Stamp.tsx';

const DRAWINGS: EmptyDrawing[] = ['envelope', 'letterbox', 'search', 'people', 'link', 'card'];

export function PiecesPage() {
  const [asking, setAsking] = useState(false);
  return (
    <Page title="Pieces">
      <div className="grid gap-8">
        <div className="flex flex-wrap items-center gap-6">
          <Stamp price={cents(2500)} tilted />
          <Stamp price={cents(299)} />
          <Stamp price={cents(12550)} />
          <Stamp price={cents(500000)} />
          <Stamp price={cents(2500)} width={200} />
        </div>
        <div className="flex flex-wrap gap-6">
          <Postmark state="answered" day="Nov 23" year="2026" />
          <Postmark state="closed" day="Dec 1" year="2026" />
          <Postmark state="returned" day="Dec 30" year="2026" width={200} />
        </div>
        <div className="flex items-end gap-4">
          {(['sm', 'md', 'lg', 'xl'] as const).map((size, index) => (
            <Avatar key={size} size={size} name={['Ben', 'Lucía', 'Tom', 'Mina'][index] ?? ''} />
          ))}
        </div>
        <Banner tone="held" icon={Clock} title="PENDING YOUR PAID RESPONSE">
          Answer by Thu, Nov 26, 09:12 and you earn $23.35.
        </Banner>
        <Banner
          tone="due"
          icon={Bell}
          title="11 hours left"
          action={<Button size="md">Answer now</Button>}
        />
        <Card title="Payment method">
          <p className="flex items-center gap-3">
            <CreditCard aria-hidden size={20} /> Visa •••• 4242
          </p>
        </Card>
        <List label="Settings">
          <SettingRow
            icon={<CreditCard size={20} />}
            title="Payment method"
            value="Visa 4242"
            render={<Link to="/a" />}
          />
          <SettingRow icon={<Bell size={20} />} title="Notifications" render={<Link to="/b" />} />
        </List>
        <div className="grid gap-2">
          <Button>Continue to Payment</Button>
          <Button variant="money">Submit Order</Button>
          <Button variant="quiet">Back</Button>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Cancel Order
          </Button>
          <Button busy>Continue to Payment</Button>
        </div>
        {DRAWINGS.map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} title="No messages at this time">
            What people pay you to answer arrives here.
          </EmptyState>
        ))}
        <ErrorState words="Your inbox could not be loaded." onRetry={() => undefined} />
        <RowsSkeleton rows={2} />
        <LetterSkeleton />
        <ProfileSkeleton />
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Delete Confirmation"
        description="Are you sure you want to delete this link?"
        action="Delete link"
        busy={false}
        onConfirm={() => setAsking(false)}
      />
    </Page>
  );
}
