import { Link, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { type Instant, instant } from '../../../../../../shared/time.ts';
import { useNow } from '../../../../api/use-now.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords, postmarkDay } from '../../../../shell/dates.ts';
import { Page, PageHeading } from '../../../../shell/Page.tsx';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Postmark } from '../../../../ui/Postmark.tsx';
import { NotificationPrompt } from '../../../notifications/NotificationPrompt.tsx';
import { firstName } from '../../conversation.ts';

/** The history state from the payment page; absent if the address was opened directly. */
const sentSchema = z.object({
  orderId: z.string(),
  recipientName: z.string(),
  subject: z.string(),
  deadlineAt: z.number(),
  /** The tier that was bought. */
  tierName: z.optional(z.string()),
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
      title="Your messages"
      header="brand"
      heading="hidden"
      actionBar={
        <ActionBar>
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
        <ActionBar>
          <Button block render={<Link to={paths.orderViewer(sent.orderId)} />}>
            See your message
          </Button>
          <Button block variant="quiet" render={<Link to={paths.dashboard()} />}>
            Return to Dashboard
          </Button>
        </ActionBar>
      }
    >
      <div className="grid justify-items-center gap-6 pt-8 text-center">
        <PostedLetter sent={sent} now={now} />
        <PageHeading className="font-serif text-3xl leading-tight">Payment successful.</PageHeading>
        <p className="max-w-[34ch] text-lg">
          Your message has been sent. We will notify you via your Outbox when there is a response.
        </p>
        <p className="max-w-[34ch] text-soft">
          You’ll have an answer by {deadlineWords(instant(sent.deadlineAt), now)}, or you get all of
          your money back automatically.
        </p>
        <NotificationPrompt title={`Get notified when ${firstName(sent.recipientName)} answers`} />
      </div>
    </Page>
  );
}

/** The envelope with a fresh postmark. */
function PostedLetter({ sent, now }: { sent: Sent; now: Instant }) {
  return (
    <div className="letter grid w-full max-w-80 gap-6 p-5 text-left">
      <div className="flex justify-end">
        <div className="transition-[scale,opacity] delay-200 duration-300 ease-in starting:scale-150 starting:opacity-0">
          <Postmark state="paid" {...postmarkDay(now)} width={128} />
        </div>
      </div>
      <div>
        <p className="text-[0.875rem] text-soft">To {sent.recipientName}</p>
        <p className="mt-1 font-semibold font-serif text-xl leading-snug">{sent.subject}</p>
        {sent.tierName && <p className="mt-1 text-[0.875rem] text-soft">{sent.tierName}</p>}
      </div>
    </div>
  );
}
