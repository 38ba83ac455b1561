import { Check, Mic, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { deviceStorage } from '#web/api/storage.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { MicrophoneOff } from './MicrophoneOff.tsx';
import { PositionSlider } from './PositionSlider.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import { spokenOf } from './spoken-words.ts';
import { type Playback, usePlayback } from './use-playback.ts';
import { useObjectUrl } from './use-recording-file.ts';
import { clockWords, lengthWords, limitWords } from './voice-words.ts';
import { Waveform } from './Waveform.tsx';
import { barsOf, grownBars } from './waveform.ts';

export type RecorderPanelProps = {
  recorder: Recorder;
  state: RecorderState;
  /** What the recording is part of: "your paid answer". */
  partOf: string;
  /** The first name of who will hear it. */
  hearer: string;
  /** Beside its letter, on a wide screen: lower, with its buttons in a row. */
  inPane?: boolean;
  onClose: () => void;
  /** Goes to the text instead. */
  onWrite: () => void;
  /** The id of its title. */
  titleId: string;
};

/** A recording that is longer, in seconds, is not deleted without a question. */
const ASKED_FROM = 10;
/** How many seconds before the end the time is in the color of what is due. */
const NEARLY_OVER = 15;
const BARS = 70;
/** The storage key of whether this device has told that a voice can be copied. */
const TOLD_KEY = 'voiceCanBeCopied';

/*
 * The recorder. Its parts keep their places while it is idle, records, is paused and is listened to, so that nothing moves under a
 * thumb. docs/product/attachments.md#voice
 */
export function RecorderPanel(props: RecorderPanelProps) {
  const { recorder, state, inPane = false, onClose, titleId } = props;
  const address = useObjectUrl(state.finished?.file);
  const playback = usePlayback(address, state.finished?.seconds ?? 0);
  const [deletion, setDeletion] = useState<'Discard' | 'Again'>();
  const isDone = useRef(false);
  const remove = () => {
    setDeletion(undefined);
    void recorder.discard();
  };
  const askToDelete = (words: 'Discard' | 'Again') => {
    recorder.pause();
    playback.pause();
    if (state.seconds > ASKED_FROM) setDeletion(words);
    else remove();
  };
  const done = async () => {
    if (isDone.current) return;
    isDone.current = true;
    playback.pause();
    await recorder.done();
    isDone.current = false;
    if (recorder.state().phase === 'done') onClose();
  };
  const keys = (event: KeyboardEvent) => {
    if (!inPane || event.target instanceof HTMLButtonElement) return;
    if (event.key === ' ') {
      event.preventDefault();
      if (state.phase === 'recording') recorder.pause();
      else if (state.phase === 'listening') playback.toggle();
      else void recorder.record();
    }
    if (event.key === 'Enter' && state.seconds > 0) {
      event.preventDefault();
      void done();
    }
  };
  if (state.phase === 'blocked')
    return (
      <MicrophoneOff
        titleId={titleId}
        inPane={inPane}
        reason={state.blocked ?? 'busy'}
        onTry={() => void recorder.record()}
        onWrite={() => {
          recorder.goBack();
          props.onWrite();
        }}
        onClose={() => {
          recorder.goBack();
          onClose();
        }}
      />
    );
  const words = titleOf(state, recorder.limit, props.partOf, props.hearer);
  return (
    <section
      aria-labelledby={titleId}
      className={classNames('recorder', inPane && 'recorder-in-pane')}
      // Whoever has opened it by a press can go on with keys.
      tabIndex={inPane ? 0 : undefined}
      ref={inPane ? focusOnce : undefined}
      onKeyDown={keys}
    >
      <div className="recorder-title">
        <h2 id={titleId} className="flex min-w-0 items-center gap-2.5 font-serif leading-tight">
          {state.phase === 'recording' && (
            <span
              aria-hidden
              className="size-2.5 rounded-full bg-red forced-colors:bg-[Highlight]"
            />
          )}
          {words.title}
        </h2>
        {!inPane && (
          <IconButton
            label="Close"
            icon={<X aria-hidden size={20} />}
            onClick={onClose}
            className="-mr-2.5"
          />
        )}
      </div>
      <p className="recorder-hint text-[0.875rem] text-soft leading-5">{words.hint}</p>
      <Sound state={state} playback={playback} />
      <Time state={state} limit={recorder.limit} position={playback.position} />
      <Keys
        state={state}
        playback={playback}
        inPane={inPane}
        onRecord={() => {
          deviceStorage.setItem(TOLD_KEY, 'yes');
          void recorder.record();
        }}
        onPause={() => recorder.pause()}
        onListen={() => void recorder.finish()}
        onDiscard={() => askToDelete('Discard')}
        onAgain={() => askToDelete('Again')}
        onDone={() => void done()}
      />
      {inPane && <p className="recorder-keys text-[0.8125rem] text-soft">{keyWords(state)}</p>}
      <Spoken state={state} limit={recorder.limit} />
      <Confirm
        open={deletion !== undefined}
        onOpenChange={() => setDeletion(undefined)}
        title={`Delete this recording of ${clockWords(state.seconds)}?`}
        description="It is deleted from this device, and can’t be brought back."
        action="Delete it"
        actionVariant="danger"
        cancel="Keep it"
        busy={false}
        onConfirm={remove}
      />
    </section>
  );
}

/** Focuses the recorder when it is opened, without moving the page. */
const focusOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** What the keys do in a pane. */
function keyWords({ phase, seconds }: RecorderState): string {
  if (phase === 'recording') return 'Space pauses, Enter is Done.';
  if (phase === 'listening') return 'Space plays and pauses, Enter is Keep.';
  return seconds > 0 ? 'Space goes on, Enter is Done.' : 'Space begins.';
}

function titleOf(
  { phase, interruption, fault }: RecorderState,
  limit: number,
  partOf: string,
  hearer: string,
): { title: string; hint: string } {
  switch (phase) {
    case 'asking':
      return { title: 'Your voice', hint: 'Allow the microphone when your browser asks.' };
    case 'recording':
      return {
        title: 'Recording',
        hint: 'Kept on this device while you speak. A call pauses it, and nothing is lost.',
      };
    case 'paused':
      return {
        title: 'Paused',
        hint: fault ?? (interruption ? INTERRUPTED[interruption] : GO_ON),
      };
    case 'preparing':
    case 'listening':
    case 'done':
      return {
        title: 'Listen before you keep it',
        hint: 'Tap the waveform to jump. “Again” deletes this one and starts over.',
      };
    case 'idle':
    case 'blocked':
      return {
        title: 'Your voice',
        hint: deviceStorage.getItem(TOLD_KEY)
          ? `Up to ${limitWords(limit)}, part of ${partOf}. ${AFTERWARDS[partOf] ?? ''}`.trim()
          : `Up to ${limitWords(limit)}, part of ${partOf}. ${hearer} can save it, and a voice can be copied.`,
      };
  }
}

const AFTERWARDS: Readonly<Record<string, string>> = {
  'your paid answer': 'You type it afterwards, while you listen.',
};
const GO_ON = 'Go on where you stopped, or listen first.';
const INTERRUPTED = {
  hidden: 'It paused because this page was left. Nothing is lost: go on where you stopped.',
  microphone: 'It paused because the microphone was taken, as by a call. Nothing is lost.',
};

/** The waveform: growing, or to jump in. */
function Sound({ state, playback }: { state: RecorderState; playback: Playback }) {
  const { finished, levels, seconds } = state;
  if (finished)
    return (
      <PositionSlider
        playback={playback}
        seconds={finished.seconds}
        peaks={finished.peaks}
        className="recorder-wave"
      />
    );
  const filled = grownBars(seconds);
  return (
    <Waveform
      bars={barsOf(levels, filled)}
      filled={filled}
      room={BARS}
      caret={seconds > 0}
      className="recorder-wave"
    />
  );
}

type TimeProps = { state: RecorderState; limit: number; position: number };

function Time({ state: { finished, seconds }, limit, position }: TimeProps) {
  const shown = finished ? position : seconds;
  const whole = finished ? finished.seconds : limit;
  const isNearlyOver = !finished && seconds >= limit - NEARLY_OVER;
  return (
    <p className="recorder-time">
      <span className="sr-only">
        {lengthWords(shown)} of {lengthWords(whole)}
      </span>
      <span aria-hidden className="flex items-baseline justify-center gap-2 tabular-nums">
        <span className={classNames('recorder-clock font-serif', isNearlyOver && 'text-red-text')}>
          {clockWords(shown)}
        </span>
        <span className="text-[0.875rem] text-soft">of {clockWords(whole)}</span>
      </span>
    </p>
  );
}

type KeysProps = {
  state: RecorderState;
  playback: Playback;
  inPane: boolean;
  onRecord: () => void;
  onPause: () => void;
  onListen: () => void;
  onDiscard: () => void;
  onAgain: () => void;
  onDone: () => void;
};

/** The button in the middle, and one at each side of it. */
function Keys(props: KeysProps) {
  const { state, playback, inPane } = props;
  const { phase, fault } = state;
  const isBusy = phase === 'asking' || phase === 'preparing' || phase === 'done';
  const isListening = state.finished !== undefined || phase === 'preparing';
  const keys = { inPane, isBusy };
  const side = {
    discard: (
      <SideKey {...keys} icon={<Trash2 aria-hidden />} label="Discard" onPress={props.onDiscard} />
    ),
    listen: (
      <SideKey {...keys} icon={<Play aria-hidden />} label="Listen" onPress={props.onListen} />
    ),
    again: (
      <SideKey {...keys} icon={<RotateCcw aria-hidden />} label="Again" onPress={props.onAgain} />
    ),
  };
  const isEmpty = phase === 'idle' || phase === 'asking';
  return (
    <div className="recorder-buttons">
      <span>
        {!isEmpty &&
          (isListening ? side.again : phase === 'recording' || fault ? side.discard : side.listen)}
      </span>
      {isListening ? (
        <MainKey
          {...keys}
          label={playback.isPlaying ? 'Pause' : 'Play'}
          icon={playback.isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          onPress={playback.toggle}
        />
      ) : phase === 'recording' ? (
        <MainKey {...keys} label="Pause" icon={<Pause aria-hidden />} onPress={props.onPause} />
      ) : (
        <MainKey
          {...keys}
          label={phase === 'paused' ? 'Go on recording' : 'Record'}
          icon={<Mic aria-hidden />}
          onPress={props.onRecord}
        />
      )}
      <span>
        {!isEmpty && !fault && (
          <SideKey
            {...keys}
            icon={<Check aria-hidden />}
            label={isListening ? 'Keep' : 'Done'}
            onPress={props.onDone}
            isMain
          />
        )}
      </span>
    </div>
  );
}

type KeyProps = {
  label: string;
  icon: ReactNode;
  inPane: boolean;
  isBusy: boolean;
  onPress: () => void;
};

/** It stays the same element whatever it does, so that it keeps the focus. */
function MainKey({ label, icon, inPane, isBusy, onPress }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={inPane ? undefined : label}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && onPress()}
      className="recorder-main"
    >
      {icon}
      {inPane && <span>{label}</span>}
    </button>
  );
}

function SideKey({
  label,
  icon,
  isBusy,
  onPress,
  isMain = false,
}: KeyProps & { isMain?: boolean }) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onPress()}
      data-main={isMain || undefined}
      className="recorder-side"
    >
      {icon}
      <span>{label}</span>
    </button>
  );
}

/** What screen readers are told. It is part of the recorder, because a dialog makes everything outside silent. */
function Spoken({ state, limit }: { state: RecorderState; limit: number }) {
  return (
    <p role="status" className="sr-only">
      {spokenOf(state, limit)}
    </p>
  );
}
