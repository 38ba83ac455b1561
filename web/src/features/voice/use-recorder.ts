import { useEffect, useState, useSyncExternalStore } from 'react';
import { keptLock } from '#web/api/lock.ts';
import { followSessionEnds, readSession } from '#web/api/session.ts';
import { levelsOfFile, openMicrophone } from './microphone.ts';
import { Recorder, type RecorderState } from './recorder.ts';
import { recordingStoreOf } from './recording-store.ts';

const clock = {
  now: () => performance.now(),
  every(milliseconds: number, work: () => void) {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
};

/** One recorder for each place of this page: a pane and a screen that take turns go on with the same recording. */
const recorders = new Map<string, Recorder>();

followSessionEnds(() => {
  for (const recorder of recorders.values()) void recorder.discard();
  recorders.clear();
});

function recorderOf(place: string, limit: number): Recorder {
  const known = recorders.get(place);
  if (known) return known;
  const recorder = new Recorder({
    limit,
    openMicrophone,
    levelsOfFile,
    clock,
    store: recordingStoreOf(place),
    lock: keptLock(`recording ${readSession()?.userId} ${place}`),
  });
  recorders.set(place, recorder);
  void recorder.restore();
  return recorder;
}

/** The recorder of a place, such as `answer <inbox id>`, with its state. It pauses when the last screen with it is left. */
export function useRecorder(place: string, limit: number): readonly [Recorder, RecorderState] {
  const [recorder] = useState(() => recorderOf(place, limit));
  const state = useSyncExternalStore(recorder.subscribe, recorder.state);
  useEffect(() => () => recorder.close(), [recorder]);
  return [recorder, state];
}

/** Deletes the recording of a place from this device: it was sent, or is on the server. */
export async function forgetRecording(place: string): Promise<void> {
  const recorder = recorders.get(place);
  recorders.delete(place);
  await (recorder ? recorder.discard() : recordingStoreOf(place).clear());
}
