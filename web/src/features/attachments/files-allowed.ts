import { STAGE } from '#web/stage.ts';

/** Whether a letter to this person can have pictures and PDFs: the stage has them, and the person takes them. */
export const takesFiles = ({ takesPictures }: { takesPictures?: boolean | undefined }): boolean =>
  STAGE.attachments === true && takesPictures === true;

/** Whether answers and replies can have them. */
export const hasFiles = (): boolean => STAGE.attachments === true;

/** Whether a letter to this person can have a recording. */
export const takesRecordings = ({ takesVoice }: { takesVoice?: boolean | undefined }): boolean =>
  STAGE.attachments === true && takesVoice === true;

/** Whether paid answers can be spoken. */
export const hasVoice = (): boolean => STAGE.attachments === true;
