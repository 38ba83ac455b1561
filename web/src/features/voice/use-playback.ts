import { useEffect, useRef, useState } from 'react';

/* A recording that is played: one at a time on this page. */

export type Playback = {
  readonly isPlaying: boolean;
  /** Seconds. */
  readonly position: number;
  readonly rate: number;
  /** Whether the browser could not play it. */
  readonly failed: boolean;
  /** Plays, or pauses. From the end it begins again. */
  readonly toggle: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setRate: (rate: number) => void;
};

let current: HTMLAudioElement | undefined;

/**
 * Plays the file at an address. `address`: undefined while it is not known; a press then plays as soon as it is. `seconds`: the length of
 * the recording.
 */
export function usePlayback(address: string | undefined, seconds: number): Playback {
  const [audio] = useState(() => (typeof Audio === 'undefined' ? undefined : new Audio()));
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [rate, setRate] = useState(1);
  const [failed, setFailed] = useState(false);
  const wanted = useRef(false);
  useEffect(() => {
    if (!audio) return;
    const listeners: Readonly<Record<string, () => void>> = {
      playing: () => setPlaying(true),
      pause: () => setPlaying(false),
      timeupdate: () => setPosition(audio.currentTime),
      seeked: () => setPosition(audio.currentTime),
      ended: () => {
        setPlaying(false);
        setPosition(seconds);
      },
      error: () => {
        setPlaying(false);
        if (audio.getAttribute('src')) setFailed(true);
      },
    };
    const entries = Object.entries(listeners);
    for (const [event, listener] of entries) audio.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of entries) audio.removeEventListener(event, listener);
      audio.pause();
    };
  }, [audio, seconds]);
  useEffect(() => {
    if (!audio || address === undefined) return;
    setFailed(false);
    setPosition(0);
    audio.preload = 'auto';
    audio.src = address;
    if (wanted.current) play(audio);
    return () => {
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    };
  }, [audio, address]);
  useEffect(() => {
    if (!audio) return;
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
  }, [audio, rate]);
  const pause = () => {
    wanted.current = false;
    audio?.pause();
  };
  return {
    isPlaying,
    position: Math.min(position, seconds),
    rate,
    failed,
    pause,
    toggle() {
      if (!audio) return;
      if (isPlaying) return pause();
      wanted.current = true;
      if (address === undefined) return;
      if (position >= seconds - 0.1) audio.currentTime = 0;
      play(audio);
    },
    seek(to) {
      if (!audio || address === undefined) return;
      const place = Math.min(Math.max(0, to), seconds);
      audio.currentTime = place;
      setPosition(place);
    },
    setRate,
  };
}

function play(audio: HTMLAudioElement): void {
  if (current !== audio) current?.pause();
  current = audio;
  // A browser that wants another press first leaves the button as it is.
  audio.play().catch(() => undefined);
}
