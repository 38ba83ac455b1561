/** Makes a box as high as its text, in browsers that do not do so by themselves (`field-sizing`). */
export function fitHeight(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  // Two borders of 1 px, which scrollHeight leaves out.
  if (box.value !== '') box.style.height = `${box.scrollHeight + 2}px`;
}
