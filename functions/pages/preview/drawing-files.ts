import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/*
 * The files that a picture is drawn with: the WebAssembly code of resvg, and two weights of the text serif. A bundle contains them
 * (lib/embedded-files.ts); elsewhere they are read from their packages.
 */

const FILES = {
  resvg: '@resvg/resvg-wasm/index_bg.wasm',
  regular: '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf',
  semiBold: '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf',
} as const;

const { resolve } = createRequire(import.meta.url);

/** Returns the bytes of a file. */
export const drawingFile = (name: keyof typeof FILES): Promise<Uint8Array> =>
  readFile(resolve(FILES[name]));
