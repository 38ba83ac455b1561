import { toast } from '#web/ui/Toast.tsx';

/** Copies formatted text, with a plain version for programs that take no HTML. */
export async function copyFormatted(html: string, text: string, done: string): Promise<void> {
  try {
    const as = (type: string, content: string) => new Blob([content], { type });
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': as('text/html', html),
        'text/plain': as('text/plain', text),
      }),
    ]);
    toast.success(done);
  } catch {
    toast.error('Your browser didn’t allow it. Please copy the plain text instead.');
  }
}
