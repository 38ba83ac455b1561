import { Clock, RotateCw, Trash2 } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { useOnline } from '#web/api/use-online.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { discardMessage, type Outgoing, retryMessage } from '../../outbox.ts';

export type PendingSlipProps = {
  message: Outgoing;
  /** Whether other messages are sent first. */
  behind: boolean;
};

/* An unsent message: being sent, waiting, or failed with buttons to retry or discard it. */
export function PendingSlip({ message, behind }: PendingSlipProps) {
  const online = useOnline();
  const failed = message.state === 'failed';
  useEffect(() => {
    if (!online) announce('Your message will be sent when you’re online');
  }, [online]);
  return (
    <li className="slips slips-own pb-3.5">
      <div className="slips-column">
        <p className="sr-only">You</p>
        <div className="slip slip-own slip-pending" data-pending={message.state}>
          <RichText plain html={message.html} />
        </div>
        {failed ? (
          <Failed message={message} />
        ) : (
          <p className="flex items-center gap-1.5 text-[0.8125rem] text-soft">
            <Clock aria-hidden className="size-3.5 shrink-0" />
            {online ? (
              <span className="sr-only">
                {behind ? 'Waiting for the previous message' : 'Sending'}
              </span>
            ) : (
              'Will be sent when you’re online'
            )}
          </p>
        )}
      </div>
    </li>
  );
}

function Failed({ message }: { message: Outgoing }) {
  // The buttons disappear after a press, so keyboard users get the focus moved to the messages.
  const answer = (act: (message: Outgoing) => void) => (event: MouseEvent) => {
    event.currentTarget.closest<HTMLElement>('.chat-log')?.focus({ preventScroll: true });
    act(message);
  };
  return (
    <div role="alert" className="grid justify-items-end gap-2 text-right">
      <p className="text-[0.875rem]">
        <strong className="font-semibold">
          {message.unconfirmed ? 'Not confirmed.' : 'Not sent.'}
        </strong>{' '}
        {message.unconfirmed
          ? 'It may have arrived: trying again doesn’t send it twice.'
          : (message.sentence ?? 'Error processing reply')}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          size="md"
          variant="quiet"
          icon={<RotateCw aria-hidden size={16} />}
          onClick={answer(retryMessage)}
        >
          Try again
        </Button>
        <Button
          size="md"
          variant="quiet"
          icon={<Trash2 aria-hidden size={16} />}
          onClick={answer(discardMessage)}
        >
          Discard
        </Button>
      </div>
    </div>
  );
}
