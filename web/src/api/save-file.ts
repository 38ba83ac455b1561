/** Saves a text as a file on the device, under this name. */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  // Some browsers read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
