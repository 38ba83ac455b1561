/** A page of the emulator over the whole page of the application: the test bank, or the sheet of a wallet. */
export interface FrameDialog {
  frame: HTMLIFrameElement;
  close(): void;
}

/** Opens a page in a modal dialog. `onEscape` is called for Escape outside of the page. The page has to be closed by `close`. */
export function openFrameDialog(title: string, src: string, onEscape: () => void): FrameDialog {
  const dialog = document.createElement('dialog');
  dialog.ariaLabel = title;
  dialog.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:transparent;overflow:hidden';
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = src;
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light only';
  dialog.append(frame);
  document.body.append(dialog);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onEscape();
  });
  dialog.showModal();
  frame.focus();
  return {
    frame,
    close() {
      dialog.close();
      dialog.remove();
    },
  };
}
