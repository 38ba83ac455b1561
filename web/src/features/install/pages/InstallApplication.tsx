import {
  EllipsisVertical,
  House,
  type LucideIcon,
  MonitorSmartphone,
  Share,
  SquarePlus,
} from 'lucide-react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { paths } from '#web/paths.ts';
import { isInstalled, isIos, useInstallPrompt } from '#web/shell/install-prompt.ts';
import { Page } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/**
 * `/install-application`: how to add the app to the home screen, in four steps.
 * docs/product/accounts.md#install-the-app
 */
export function Component() {
  const install = useInstallPrompt();
  return (
    <Page
      title="Install the app"
      back={paths.dashboard()}
      actionBar={
        <ActionBar>
          <Button
            block
            variant={install ? 'quiet' : 'primary'}
            render={<Link to={paths.dashboard()} />}
          >
            Return to Dashboard
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-7">
        <p className="font-serif text-[1.375rem] leading-snug">
          {isInstalled()
            ? `${PRODUCT_NAME} is on your home screen already. This is how to put it on another device.`
            : `Put ${PRODUCT_NAME} on your home screen. It opens like any other app, in a window of its own, and tells you when a letter or an answer comes.`}
        </p>
        {install && (
          <Card title="Your browser can do it for you">
            <Button block onClick={install}>
              Install {PRODUCT_NAME}
            </Button>
          </Card>
        )}
        <Tabs
          label="Your device"
          defaultValue={isIos() ? 'ios' : 'android'}
          tabs={[
            { value: 'ios', label: 'iPhone and iPad', content: <Steps steps={IOS} /> },
            { value: 'android', label: 'Android', content: <Steps steps={ANDROID} /> },
          ]}
        />
        <section>
          <h2 className="font-medium font-serif text-2xl">Notifications</h2>
          <p className="mt-2">
            On an iPhone or iPad, notifications come only to the app on your Home Screen. Turn them
            on in{' '}
            <Link to={paths.settings()} className="text-back underline underline-offset-4">
              Settings
            </Link>{' '}
            once you have opened it from there.
          </p>
        </section>
        <section>
          <h2 className="font-medium font-serif text-2xl">Why is it not in an app store?</h2>
          <p className="mt-2">
            App stores take up to 30% of what is paid inside of an app. {PRODUCT_NAME} is a web app,
            so that this money stays with the people who answer.
          </p>
        </section>
      </div>
    </Page>
  );
}

type Step = { readonly icon: LucideIcon; readonly title: string; readonly text: string };

const IOS: readonly Step[] = [
  {
    icon: MonitorSmartphone,
    title: 'Open this page in Safari',
    text: 'On an iPhone or iPad, with the page you’re reading now.',
  },
  {
    icon: Share,
    title: 'Tap Share',
    text: 'The square with an arrow, at the foot of the screen, or at the top on an iPad.',
  },
  {
    icon: SquarePlus,
    title: 'Choose “Add to Home Screen”',
    text: 'Scroll down in the list if you don’t see it at once.',
  },
  {
    icon: House,
    title: 'Tap Add',
    text: `${PRODUCT_NAME} is now among your apps. Open it from there.`,
  },
];

const ANDROID: readonly Step[] = [
  {
    icon: MonitorSmartphone,
    title: 'Open this page in Chrome',
    text: 'On your phone or tablet, with the page you’re reading now.',
  },
  { icon: EllipsisVertical, title: 'Open the menu', text: 'The three dots at the top right.' },
  {
    icon: SquarePlus,
    title: 'Choose “Add to Home screen”',
    text: 'On some devices it’s called “Install app”.',
  },
  {
    icon: House,
    title: 'Tap Install',
    text: `${PRODUCT_NAME} is now among your apps. Open it from there.`,
  },
];

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="divide-y divide-rule">
      {steps.map(({ icon: Icon, title, text }, index) => (
        <li key={title} className="flex gap-4 py-4">
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full border border-edge font-figures text-lg"
          >
            {index + 1}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            <span className="block text-soft">{text}</span>
          </span>
          <Icon aria-hidden className="mt-1 size-6 shrink-0 text-soft" />
        </li>
      ))}
    </ol>
  );
}
