import type { Exchange } from './exchange.ts';

/**
 * A text with its links to this product at the address where its reader is: sessions and passkeys of http://localhost do not count
 * at http://127.0.0.1, which is the address in the settings of functions.
 */
export const atReadersAddress = ({ url }: Exchange, text: string): string =>
  text.replaceAll(`http://127.0.0.1:${url.port}/`, `${url.origin}/`);
