import { Check, MailOpen } from 'lucide-react';
import { beforePayment } from '#shared/messages/payments.ts';
import { PAID } from '#shared/messages/timeline.ts';
import { cents } from '#shared/money.ts';
import { Page } from '../shell/Page.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Breakdown } from '../ui/Breakdown.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Letter, LetterPreview } from '../ui/Letter.tsx';
import { RichText } from '../ui/RichText.tsx';
import { Timeline } from '../ui/Timeline.tsx';

const ANSWER = `<p>Dear Ben,</p><p>The paper she meant is the certified copy of the lease, and you are right: the list
does not name it. It stands in the annex, which <strong>most people never open</strong>.</p>
<ul><li>Do not file again.</li><li>Write to <a href="https://example.com">the same office</a> within 28 days.</li></ul>
<p>Name the file number and hand in the copy, then wait for the second letter before you travel.</p>`;

const STEPS = beforePayment({ price: cents(2_500), name: 'Ana' });

const at = (words: string) => ({ words, dateTime: '2026-11-21T09:12:00Z' });

export function ConfirmPage() {
  return (
    <Page
      title="Confirm Payment"
      back="/gallery.html"
      actionBar={
        <ActionBar note="You can cancel until Ana answers.">
          <Button variant="money">Submit Order</Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <LetterPreview
          to="Ana Marković"
          subject="Refused at the counter, what now?"
          excerpt="I applied in March with all papers that the site lists. On Friday the clerk said that one is missing and would not say which. My permit ends on the third of December and I do not know whom to ask."
        />
        <Breakdown
          lines={[{ label: 'One answer from Ana', amount: cents(2500) }]}
          total={{ label: 'Total', amount: cents(2500) }}
        />
        <Timeline
          label="What happens to your money"
          items={[
            { key: 'now', done: true, lead: 'Today', text: STEPS.held },
            { key: 'answer', done: false, lead: 'As soon as Ana answers', text: STEPS.answered },
            { key: 'late', done: false, lead: 'Fri, Nov 27', text: STEPS.chargedEarly },
            { key: 'end', done: false, lead: 'Tue, Dec 1, 9:12 AM', text: STEPS.noAnswer },
          ]}
        />
      </div>
    </Page>
  );
}

export function LetterPage() {
  return (
    <Page
      title="Refused at the counter, what now?"
      back="/gallery.html"
      actionBar={
        <ActionBar note="The conversation is open.">
          <Button>Reply, free of charge</Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <div className="flex items-center justify-between">
          <Chip tone="earned" icon={Check}>
            Answered
          </Chip>
          <span className="text-[0.875rem] text-soft">$25.00 charged</span>
        </div>
        <Timeline
          label="What happened"
          items={[
            { key: 'paid', done: true, text: PAID, at: at('Nov 21, 9:12 AM') },
            { key: 'read', done: true, text: 'Read by Ana', at: at('Nov 21, 6:40 PM') },
            { key: 'answered', done: true, text: 'Answered', at: at('Nov 23, 7:55 AM') },
          ]}
        />
        <Letter
          from={{ name: 'Ana Marković' }}
          to="Ben"
          postmark={{ state: 'answered', day: 'NOV 23', year: '2026' }}
        >
          <RichText html={ANSWER} />
        </Letter>
        <Letter
          from={{ name: 'Ben Okafor' }}
          date={at('Nov 24, 8:01 AM')}
          footer="Read Nov 24, 8:30 AM"
        >
          <RichText html="<p>Thank you, that was it. The copy is on its way.</p>" />
        </Letter>
        <Banner tone="earned" icon={MailOpen} title="CONVERSATION REMAINS OPEN">
          Both of you can write for free.
        </Banner>
      </div>
    </Page>
  );
}
