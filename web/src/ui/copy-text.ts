import { toast } from './Toast.tsx';

/** Copies text, and says so, or what to do `instead` if the browser does not allow it. */
export async function copyText(
  text: string,
  done: string,
  instead = 'Please select the text and copy it.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(`Your browser didn’t allow it. ${instead}`);
  }
}
