import { Phone } from 'lucide-react';
import { checkUser } from '#shared/api/current-session.ts';
import { sendVerificationCode, stopPhoneChange } from '#shared/api/phone-change.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { refresh } from '#web/api/queries.ts';
import { usePress } from '#web/forms/press.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { CHANGE_FAILED } from './NewNumber.tsx';

export type PendingNumberProps = {
  /** In display format. */
  next: string;
  /** Called when a code was sent to the new number, to complete the change. */
  onSent: (phoneNumber: string) => void;
  onAnother: () => void;
};

/* A pending phone change: when it can be completed, what happens then, and how to stop it. */
export function PendingNumber({ next, onSent, onAnother }: PendingNumberProps) {
  const { phoneNumber, nextPhoneNumberAt, nextPhoneNumberUntil } = useCurrentUser();
  const now = serverNow();
  const isDue = nextPhoneNumberAt !== null && nextPhoneNumberAt <= now;
  const finish = usePress(async () => {
    await call(sendVerificationCode, { phoneNumber: next });
    onSent(next);
  }, CHANGE_FAILED);
  const stop = usePress(async () => {
    await call(stopPhoneChange, {});
    await refresh(checkUser);
    toast.success(`The change is stopped. Your number stays ${phoneNumber}.`);
  }, CHANGE_FAILED);
  return (
    <Page
      title="Change phone number"
      back={paths.settings()}
      actionBar={
        <ActionBar>
          {isDue && (
            <Button block busy={finish.busy} onClick={finish.press}>
              Send code to finish
            </Button>
          )}
          <Button block variant="danger" busy={stop.busy} onClick={stop.press}>
            Stop the change
          </Button>
          <Button block variant="quiet" onClick={onAnother}>
            Use another number
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <Banner
          tone="due"
          icon={Phone}
          title={isDue ? 'You can change your number now' : 'A change is pending'}
        >
          {isDue || nextPhoneNumberAt === null ? (
            <p>
              The 72 hours are over. We text a code to <Words>{next}</Words> and ask for your
              password once more.{' '}
              {nextPhoneNumberUntil !== null && (
                <>
                  You can finish it until <Words>{deadlineWords(nextPhoneNumberUntil, now)}</Words>.
                </>
              )}
            </p>
          ) : (
            <p>
              You can change your number to <Words>{next}</Words> after{' '}
              <Words>{deadlineWords(nextPhoneNumberAt, now)}</Words>. Come back within 7 days after
              that to finish; otherwise the change lapses, and your number stays.
            </p>
          )}
        </Banner>
        <p>
          Until you finish it, your number stays <Words>{phoneNumber}</Words>, and codes to sign in
          go there.
        </p>
        <p className="text-soft">
          Not you? Stop the change, then choose a new password: whoever asked for it knows the one
          you have.
        </p>
      </div>
    </Page>
  );
}

const Words = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap text-ink">{children}</span>
);
