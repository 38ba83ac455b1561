import { MicOff, X } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { Blocked } from './microphone.ts';
import { browserKind, microphoneSteps } from './microphone-steps.ts';

export type MicrophoneOffProps = {
  reason: Blocked;
  onTry: () => void;
  onWrite: () => void;
  onClose: () => void;
  /** The id of its title. */
  titleId: string;
  inPane: boolean;
};

const TITLES: Readonly<Record<Blocked, string>> = {
  denied: 'The microphone is off',
  missing: 'No microphone was found',
  busy: 'The microphone is busy',
  unsupported: 'This browser can’t record',
  elsewhere: 'Your recording is open elsewhere',
};

const SENTENCES: Readonly<Record<Blocked, string>> = {
  denied: 'Your browser doesn’t let ReplyPaid use it.',
  missing: 'Connect one, or use another device: your text is saved on all of them.',
  busy: 'Another program has it, as in a call. End that first.',
  unsupported: 'Recording needs a newer browser.',
  elsewhere: 'Another tab or window has it. Finish it there, or close that one and try again.',
};

/* Instead of the recorder, where nothing can be recorded: the way to the microphone in this browser, or to the text. */
export function MicrophoneOff(props: MicrophoneOffProps) {
  const { reason, onTry, onWrite, onClose, titleId, inPane } = props;
  return (
    <div className={classNames('grid gap-3', inPane && 'bg-tint px-5 py-4')}>
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="flex items-center gap-2.5 font-serif text-xl leading-tight">
          <MicOff aria-hidden className="size-5 shrink-0" />
          {TITLES[reason]}
        </h2>
        <IconButton
          label="Close"
          icon={<X aria-hidden size={20} />}
          onClick={onClose}
          className="-mr-2.5"
        />
      </div>
      <p role="alert">{SENTENCES[reason]}</p>
      {reason === 'denied' && (
        <ol className="grid list-decimal gap-2 pl-5">
          {microphoneSteps(browserKind(navigator.userAgent, isInstalled())).map((step) => (
            <li key={step}>
              <Step words={step} />
            </li>
          ))}
        </ol>
      )}
      <p className="text-[0.875rem] text-soft">Your written answer counts just as well.</p>
      <div className="grid gap-2 pt-1">
        {reason !== 'unsupported' && (
          <Button block onClick={onTry}>
            Try again
          </Button>
        )}
        <Button block variant="quiet" onClick={onWrite}>
          Write instead
        </Button>
      </div>
    </div>
  );
}

/** Words between asterisks are bold. */
function Step({ words }: { words: string }) {
  return words.split('*').map((part, nth) =>
    nth % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice
      <strong key={nth} className="font-semibold">
        {part}
      </strong>
    ) : (
      part
    ),
  );
}

const isInstalled = () => window.matchMedia?.('(display-mode: standalone)').matches ?? false;
