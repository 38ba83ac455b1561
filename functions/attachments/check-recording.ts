import {
  RECORDING_TYPE,
  RecordingRefused,
  repackRecording,
} from '#shared/recordings/repack-recording.ts';
import type { FileRefusal } from '#shared/rules/attachments/attachments.ts';

/** A recording as it is kept: one track of AAC or Opus in an MP4, without titles, places or anything else. */
export type CheckedRecording = {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** How long it is, rounded up. */
  readonly seconds: number;
};

/**
 * Checks an uploaded recording by its content, whatever it calls itself, and repacks it. `limit`: the longest recording, in seconds.
 * Returns why it is refused if it is no recording or too long. docs/product/attachments.md#voice
 */
export async function checkRecording(
  file: Uint8Array,
  limit: number,
): Promise<CheckedRecording | FileRefusal> {
  try {
    const { bytes, seconds } = await repackRecording([file], limit);
    return { bytes, type: RECORDING_TYPE, seconds: Math.min(limit, Math.ceil(seconds)) };
  } catch (error) {
    if (!(error instanceof RecordingRefused)) throw error;
    return error.reason === 'RECORDING_TOO_LONG' ? 'RECORDING_TOO_LONG' : 'NOT_A_RECORDING';
  }
}
