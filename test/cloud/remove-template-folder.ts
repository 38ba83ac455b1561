import { rmSync } from 'node:fs';

export default function removeTemplateFolder(): void {
  const { SYNTHESISED_TEMPLATES: folder } = process.env;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
