import { STAGE } from '#web/stage.ts';

/** Whether a letter to this person can have pictures and PDFs: the deployment has them, and the person takes them. */
export const takesFiles = (profile: object): boolean =>
  STAGE.attachments === true && 'takesPictures' in profile && profile.takesPictures === true;

/** Whether answers and replies can have them. They can once the server takes them. */
export const hasFiles = (): boolean => false;
