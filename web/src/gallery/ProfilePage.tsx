import { BadgeCheck } from 'lucide-react';
import { cents } from '#shared/money.ts';
import { Page } from '../shell/Page.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Stamp } from '../ui/Stamp.tsx';
import { Tabs } from '../ui/Tabs.tsx';

const ABOUT =
  'Immigration lawyer, twelve years with families and founders. Ask me about work permits, family reunions and the letter that you are afraid to open.';

export function ProfilePage() {
  return (
    <Page
      title="Ana Marković"
      header="brand"
      heading="hidden"
      actionBar={
        <ActionBar
          before={<Stamp price={cents(2500)} />}
          note="You’ll have an answer by Tue, Dec 1, or you get all of your money back."
        >
          <Button variant="money">Ask Ana</Button>
        </ActionBar>
      }
    >
      <div className="grid gap-6">
        <div className="flex items-center gap-4">
          <Avatar name="Ana Marković" size="xl" />
          <div>
            <h1 className="font-serif text-[1.75rem] leading-tight">Ana Marković</h1>
            <p className="text-soft">@ana.markovic</p>
            <p className="mt-1 flex items-center gap-1.5 text-[0.875rem] text-soft">
              <BadgeCheck aria-hidden className="size-4 text-back" /> Trusted · Founding member
            </p>
          </div>
        </div>
        <p className="font-serif text-xl leading-snug">
          “I read every line twice, then tell you what I would do with your visa case.”
        </p>
        <p className="border-rule border-y py-3">
          Answered 47 of the last 50, usually within 19 hours, 6 openings left this month.
        </p>
        <Tabs
          label="About Ana"
          tabs={[
            { value: 'about', label: 'About', content: <p>{ABOUT}</p> },
            { value: 'social', label: 'Social', content: <p>NO SOCIAL LINKS FOUND</p> },
            { value: 'links', label: 'Links', content: <p>NO USER LINKS FOUND</p> },
          ]}
        />
        <p className="text-[0.875rem] text-soft">Legal &amp; Compliance · Immigration</p>
      </div>
    </Page>
  );
}
