/**
 * Removes the outline that the document shows until the first screen (web/outline.js). Returns the function that ends the first
 * screen: those after it fade in.
 */
export function removeOutline(): () => void {
  document.getElementById('outline')?.remove();
  return () => {
    delete document.documentElement.dataset.screen;
  };
}
