import { paths } from '../../paths.ts';
import { TextLink } from '../../shell/TextLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { firstName } from '../conversations/conversation.ts';

export type OddsMeaningProps = {
  /** The full name of the recipient. */
  name: string;
  onClose: () => void;
};

/* The definition of the odds, in a dialog. docs/product/profiles.md#odds */
export function OddsMeaning({ name, onClose }: OddsMeaningProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="What you can expect"
      description={
        <>
          <p>
            We count the last 50 paid letters of the last 90 days that {firstName(name)} answered or
            left without an answer for 10 days. The time is the median from payment to answer: half
            of the answers came sooner.
          </p>
          <p className="mt-3">
            Declined, canceled and reported letters don’t count. With fewer than five, it says “New
            here”. The openings are those of this month.
          </p>
          <p className="mt-3">
            “Said thanks” counts all paid answers of {firstName(name)}, without those whose money
            went back, and the senders who said thanks for one within 30 days. Nobody can pay for
            it, and nothing is asked of them twice.
          </p>
          <p className="mt-3">
            <TextLink to={paths.reliability()}>The same for everyone, by month</TextLink>
          </p>
        </>
      }
    />
  );
}
