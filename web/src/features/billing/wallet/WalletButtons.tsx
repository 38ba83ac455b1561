import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { WALLET_NAMES, type Wallet } from '#shared/payment-method-names.ts';
import { loadCardProvider } from '../card/card-provider.ts';
import { followColors } from '../card/use-card-form.ts';
import type { NewCard } from '../card/use-new-card.ts';
import { WalletPlace } from './WalletPlace.tsx';
import { makeWalletForm, type WalletForm, type WalletPurpose } from './wallet-form.ts';

export type WalletButtonsProps = {
  purpose: WalletPurpose;
  /** Whether something is being paid or saved. */
  isBusy: boolean;
  /** Pays or saves what was confirmed in the sheet; resolves with whether that worked. */
  onConfirm: (chosen: NewCard) => Promise<boolean>;
  onOffered?: (wallets: readonly Wallet[]) => void;
  /** What is said after the sheet was closed: `Nothing is held.` */
  nothingDone: string;
  before?: string;
  after?: string;
};

type Said = { readonly wallet: Wallet; readonly what: 'closed' | 'failed' };

/** A button for each wallet of this browser. Nothing is left of them, and of the words beside them, where there is none. */
export function WalletButtons(props: WalletButtonsProps) {
  const { purpose, isBusy, nothingDone, before, after } = props;
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  const [said, setSaid] = useState<Said>();
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<WalletForm>(undefined);
  const round = useRoundOfColors();
  const latest = useRef(props);
  latest.current = props;
  const wasTouched = useWasTouched();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other colors need other buttons
  useEffect(() => {
    let gone = false;
    const ready = (offered: readonly Wallet[]) => {
      if (gone) return;
      setWallets(offered);
      latest.current.onOffered?.(offered);
    };
    loadCardProvider().then(
      (stripe) => {
        if (gone || !place.current) return;
        form.current = makeWalletForm(stripe, latest.current.purpose, {
          onReady: ready,
          onOpen: () => setSaid(undefined),
          onClose: (wallet) => setSaid({ wallet, what: 'closed' }),
          onFailure: (wallet) => setSaid({ wallet, what: 'failed' }),
          onConfirm: (chosen) => latest.current.onConfirm(chosen),
        });
        form.current.mount(place.current);
      },
      () => ready([]),
    );
    return () => {
      gone = true;
      form.current?.destroy();
      form.current = undefined;
    };
  }, [round]);
  const { mode, amount, line, monthly } = purpose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the sheet asks for, in an object that is made anew each time
  useEffect(
    () => form.current?.update(latest.current.purpose),
    [mode, amount, line, monthly?.name],
  );

  // The place closes only while nobody has begun to press anything below it.
  const [closes, setCloses] = useState(false);
  useEffect(() => {
    if (wallets?.length === 0 && !wasTouched.current) setCloses(true);
  }, [wallets, wasTouched]);
  if (closes) return null;
  return (
    <WalletPlace
      isWaiting={!wallets || wallets.length === 0}
      place={place}
      isBusy={isBusy}
      before={before}
      after={after}
    >
      <div role="status">
        {said && !isBusy && (
          <p className="flex items-center justify-center gap-2 pt-3 text-[0.875rem] text-soft leading-5">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {said.what === 'closed'
              ? `You closed ${WALLET_NAMES[said.wallet]}. ${nothingDone}`
              : `${WALLET_NAMES[said.wallet]} didn’t give us a card. ${nothingDone}`}
          </p>
        )}
      </div>
    </WalletPlace>
  );
}

/** Whether anything was pressed since the page opened. */
function useWasTouched() {
  const touched = useRef(false);
  useEffect(() => {
    const touch = () => {
      touched.current = true;
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, touch, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touch);
    };
  }, []);
  return touched;
}

/** Counts the changes between light and dark. */
function useRoundOfColors(): number {
  const [round, setRound] = useState(0);
  useEffect(() => followColors(() => setRound((before) => before + 1)), []);
  return round;
}
