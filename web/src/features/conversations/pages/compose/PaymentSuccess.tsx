import { Link, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { namedCard } from '#shared/api/money-entities.ts';
import { beforePayment } from '#shared/messages/payments.ts';
import type { Cents } from '#shared/money.ts';
import { type Instant, instant } from '#shared/time.ts';
import { useNow } from '#web/api/use-now.ts';
import { cardWords } from '#web/features/billing/card/card-words.ts';
import { NotificationPrompt } from '#web/features/notifications/NotificationPrompt.tsx';
import { paths } from '#web/paths.ts';
import {
  daysAhead,
  deadlineWords,
  momentWords,
  postmarkDay,
  timeWords,
  weekdayWords,
} from '#web/shell/dates.ts';
import { Page, PageHeading } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Envelope } from '#web/ui/Envelope.tsx';
import { Postmark } from '#web/ui/Postmark.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { Timeline, type TimelineItem } from '#web/ui/Timeline.tsx';
import { firstName } from '../../conversation.ts';

/** The history state from the payment page; absent if the address was opened directly. */
const sentSchema = z.object({
  orderId: z.string(),
  senderName: z.string(),
  recipientName: z.string(),
  /** What the recipient answers. */
  field: z.nullable(z.string()),
  subject: z.string(),
  price: z.custom<Cents>((value) => Number.isSafeInteger(value)),
  paidAt: z.number(),
  deadlineAt: z.number(),
  /** The tier that was bought. */
  tierName: z.optional(z.string()),
  /** When the card is charged if the letter still waits; absent if the hold lasts until the deadline. */
  chargesAt: z.optional(z.number()),
  paidWith: z.optional(z.object(namedCard)),
});

export type Sent = z.infer<typeof sentSchema>;

/** `/payment-success`. docs/product/conversations.md#sending-a-message */
export function Component() {
  const location = useLocation();
  const sent = sentSchema.safeParse(location.state).data;
  return sent ? <Posted sent={sent} /> : <NothingPosted />;
}

/** The page for a directly opened address, which knows of no payment. */
function NothingPosted() {
  return (
    <Page
      title="Your letters"
      header="brand"
      heading="hidden"
      actionBar={
        <ActionBar low>
          <Button block render={<Link to={paths.orders()} />}>
            See your Outbox
          </Button>
          <Button block variant="quiet" render={<Link to={paths.dashboard()} />}>
            Return to Dashboard
          </Button>
        </ActionBar>
      }
    >
      <div className="grid justify-items-center gap-6 pt-8 text-center">
        <PageHeading className="font-serif text-3xl leading-tight">
          No payment to show here.
        </PageHeading>
        <p className="max-w-[34ch] text-lg">
          This page belongs to a payment that was just made. What you sent, and what it cost, is in
          your Outbox.
        </p>
      </div>
    </Page>
  );
}

function Posted({ sent }: { sent: Sent }) {
  const now = useNow();
  return (
    <Page
      title="Payment successful"
      header="brand"
      heading="hidden"
      actionBar={
        <ActionBar low>
          <Button block render={<Link to={paths.orderViewer(sent.orderId)} />}>
            See your letter
          </Button>
          <Button block variant="quiet" render={<Link to={paths.dashboard()} />}>
            Return to Dashboard
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-6">
        <PostedLetter sent={sent} />
        <div>
          <PageHeading className="font-serif text-3xl leading-tight">
            Payment successful.
          </PageHeading>
          <p className="mt-2 text-lg">
            Your message has been sent. We will notify you via your Outbox when there is a response.
          </p>
        </div>
        <Timeline stacked label="What happens now" items={stepsOf(sent, now)} />
        <NotificationPrompt title={`Get notified when ${firstName(sent.recipientName)} answers`} />
      </div>
    </Page>
  );
}

/** The envelope of the sign-in, now from the sender, with a fresh postmark on its stamp. */
function PostedLetter({ sent }: { sent: Sent }) {
  const { senderName, recipientName, field, subject, tierName, price, paidAt } = sent;
  return (
    <Envelope
      from={senderName}
      to={recipientName}
      field={tierName ?? field}
      subject={subject}
      stamp={
        <div className="grid justify-items-end">
          <Stamp price={price} width={104} tilted />
          <div className="-mt-5 mr-4 transition-[scale,opacity] delay-200 duration-300 ease-in starting:scale-150 starting:opacity-0">
            <Postmark state="paid" {...postmarkDay(instant(paidAt))} width={128} />
          </div>
        </div>
      }
    />
  );
}

/** What was done today, when a hold becomes a charge, and by when the answer comes. */
function stepsOf(sent: Sent, now: Instant): TimelineItem[] {
  const { price, recipientName, paidAt, deadlineAt, chargesAt, paidWith } = sent;
  const card = paidWith && cardWords(paidWith);
  const words = beforePayment({ price, name: firstName(recipientName), card });
  return [
    { key: 'held', done: true, lead: paidWords(instant(paidAt), now), text: words.held },
    ...(chargesAt === undefined
      ? []
      : [
          {
            key: 'captured',
            done: false,
            lead: weekdayWords(instant(chargesAt), now),
            text: words.chargedEarly,
          },
        ]),
    {
      key: 'returned',
      done: false,
      lead: deadlineWords(instant(deadlineAt), now),
      text: words.noAnswer,
    },
  ];
}

const paidWords = (paidAt: Instant, now: Instant): string =>
  daysAhead(paidAt, now) === 0 ? `Today, ${timeWords(paidAt)}` : momentWords(paidAt, now);
