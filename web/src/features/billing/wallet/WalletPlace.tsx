import type { ReactNode, Ref } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type WalletPlaceProps = {
  /** Whether only the place of the buttons is kept. */
  isWaiting: boolean;
  place?: Ref<HTMLDivElement>;
  isBusy?: boolean;
  /** The words between the buttons and the other ways to pay, above or below the buttons. */
  before?: string | undefined;
  after?: string | undefined;
  children?: ReactNode;
};

/* The place of the wallet buttons, which is as high before they have loaded. */
export function WalletPlace(props: WalletPlaceProps) {
  const { isWaiting, place, isBusy = false, before, after, children } = props;
  return (
    <div className="grid gap-3">
      {before && <Or words={before} hidden={isWaiting} />}
      {/* Stripe's frame is a transparent page with a light color scheme; in a dark page browsers would give it a white background. */}
      <div>
        <div
          ref={place}
          inert={isBusy}
          className={classNames('min-h-13 scheme-light', isBusy && 'opacity-60')}
        />
        {children}
      </div>
      {after && <Or words={after} hidden={isWaiting} />}
    </div>
  );
}

/** Words on a line, between two ways to pay. */
function Or({ words, hidden = false }: { words: string; hidden?: boolean }) {
  return (
    <p
      className={classNames(
        'flex items-center gap-3 text-[0.875rem] text-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule',
        hidden && 'invisible',
      )}
    >
      {words}
    </p>
  );
}
