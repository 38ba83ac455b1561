import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod';
import { type Instant, instant } from '../../../../shared/time.ts';
import { dayWords, deadlineWords } from '../../conversation/dates.ts';
import { firstName } from '../../conversation/side.ts';
import { useNow } from '../../conversation/use-now.ts';
import { AskToNotify } from '../../notifications/AskToNotify.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Postmark } from '../../ui/Postmark.tsx';

/** What the payment screen hands on; a page opened by its address alone does without. */
const sentSchema = z.object({
  orderId: z.string(),
  recipientName: z.string(),
  subject: z.string(),
  deadlineAt: z.number(),
});

export type Sent = z.infer<typeof sentSchema>;

/** `/payment-success`. Spec part 2, section 2. */
export function PaymentSuccess() {
  const location = useLocation();
  const sent = sentSchema.safeParse(location.state).data;
  const now = useNow();
  return (
    <Page
      title="Payment successful"
      header="brand"
      heading="hidden"
      actionBar={
        <ActionBar>
          {sent && (
            <Button block render={<Link to={paths.orderViewer(sent.orderId)} />}>
              See your message
            </Button>
          )}
          <Button
            block
            variant={sent ? 'quiet' : 'primary'}
            render={<Link to={paths.dashboard()} />}
          >
            Return to Dashboard
          </Button>
        </ActionBar>
      }
    >
      <div className="grid justify-items-center gap-6 pt-8 text-center">
        <PostedLetter sent={sent} now={now} />
        <h1 className="font-serif text-3xl leading-tight">Payment successful.</h1>
        <p className="max-w-[34ch] text-lg">
          Your message has been sent. We will notify you via your Outbox when there is a response.
        </p>
        {sent && (
          <p className="max-w-[34ch] text-soft">
            Answered by {deadlineWords(instant(sent.deadlineAt), now)}, or all of your money goes
            back by itself.
          </p>
        )}
        <AskToNotify
          title={
            sent ? `Be told when ${firstName(sent.recipientName)} answers` : 'Be told of the answer'
          }
        />
      </div>
    </Page>
  );
}

/** The envelope, just postmarked. */
function PostedLetter({ sent, now }: { sent: Sent | undefined; now: Instant }) {
  return (
    <div className="letter grid w-full max-w-80 gap-6 p-5 text-left">
      <div className="flex justify-end">
        <div className="transition-[scale,opacity] delay-200 duration-300 ease-in starting:scale-150 starting:opacity-0">
          <Postmark
            state="answered"
            day={dayWords(now, now).toUpperCase()}
            year={String(new Date(now).getFullYear())}
            width={128}
          />
        </div>
      </div>
      <div>
        <p className="text-[0.875rem] text-soft">
          To {sent?.recipientName ?? 'the person you wrote to'}
        </p>
        <p className="mt-1 font-semibold font-serif text-xl leading-snug">
          {sent?.subject ?? 'Your message'}
        </p>
      </div>
    </div>
  );
}
