/** Removes the outline that the document shows until the first screen (web/outline.js). */
export function removeOutline(): void {
  document.getElementById('outline')?.remove();
}
