import { escaped } from '#functions/escaped-html.ts';
import type { EmailSample } from './samples.ts';

/*
 * The page of `npm run emails`: a mailbox with the subjects and previews of all samples, and each of them at 600 and 390, light and dark.
 */

/** Shows an email in one scheme, whatever the device has: its media query is always or never true. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html.replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all');

const WIDTHS = [600, 390] as const;
const SCHEMES = ['light', 'dark'] as const;

export function emailsPage(samples: readonly EmailSample[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>All emails</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${STYLES}</style></head><body><h1>All emails, with sample values</h1>`,
    `<p>${samples.length} emails, each 600 and 390 wide, light and dark. Links lead nowhere.</p>`,
    `<ol class="mailbox">${samples.map(rowHtml).join('')}</ol>`,
    ...samples.map(sampleHtml),
    `<script>${FIT}</script></body></html>`,
  ].join('\n');
}

const rowHtml = ({ name, to, content, rendered }: EmailSample, nth: number) =>
  `<li><a href="#email-${nth}"><small>to ${escaped(to)} · ${escaped(name)}</small><b>${escaped(rendered.subject)}</b><span>${escaped(content.preview)}</span></a></li>`;

const sampleHtml = ({ name, rendered }: EmailSample, nth: number) => {
  const frames = WIDTHS.flatMap((width) =>
    SCHEMES.map(
      (scheme) =>
        `<figure><figcaption>${width}, ${scheme}</figcaption><iframe title="${escaped(name)}, ${width}, ${scheme}" loading="lazy" width="${width}" height="800" srcdoc="${escaped(inScheme(rendered.html, scheme))}"></iframe></figure>`,
    ),
  ).join('');
  const size = (Buffer.byteLength(rendered.html) / 1_000).toFixed(1);
  return `<section id="email-${nth}"><h2>${escaped(name)}</h2><p>${escaped(rendered.subject)} · ${size} kB</p><div class="frames">${frames}</div><details><summary>Plain text</summary><pre>${escaped(rendered.text)}</pre></details></section>`;
};

const STYLES = `
body{margin:0;padding:24px;background:#d8d0c0;color:#16233b;font:15px/1.5 system-ui,sans-serif}
h1,h2{font-family:Georgia,serif;font-weight:400}
a{color:inherit;text-decoration:none}
.mailbox{max-width:640px;margin:0;padding:0;list-style:none;background:#fffdf8;border-radius:8px}
.mailbox a{display:grid;padding:10px 16px;border-top:1px solid #e3dac8}
.mailbox small,.mailbox span{color:#4d5768;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
section{margin-top:40px}
.frames{display:flex;gap:16px;overflow-x:auto;align-items:flex-start}
figure{margin:0}
iframe{border:0;background:#fff;border-radius:6px}
pre{max-width:72ch;padding:16px;background:#fffdf8;white-space:pre-wrap}
`;

/** Makes each frame as high as its email. */
const FIT = `for (const frame of document.querySelectorAll('iframe')) frame.addEventListener('load', () => { frame.height = frame.contentDocument.documentElement.scrollHeight; });`;
