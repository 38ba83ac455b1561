import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/*
 * Draws the portraits of the demo accounts, flat heads and shoulders in muted colors, as WebP files in this folder.
 * Run it with `node --import tsx lib/local/seed/portraits/draw.ts`.
 */

type Hair = 'bun' | 'bob' | 'short' | 'curls' | 'long' | 'bald' | 'side' | 'waves';
type Portrait = {
  readonly username: string;
  readonly ground: string;
  readonly skin: string;
  readonly hair: Hair;
  readonly hairColor: string;
  readonly coat: string;
  readonly beard?: true;
  readonly glasses?: true;
  readonly earrings?: true;
};

const PAPER = '#efe7d6';
const INK = '#16233b';
const PORTRAITS: readonly Portrait[] = [
  {
    username: 'ana.markovic',
    ground: '#d9c3a0',
    skin: '#eec7a5',
    hair: 'bob',
    hairColor: '#3b2a22',
    coat: INK,
    earrings: true,
  },
  {
    username: 'lucia.prado',
    ground: '#c4312b',
    skin: '#dba67c',
    hair: 'bun',
    hairColor: '#241a18',
    coat: PAPER,
    glasses: true,
  },
  {
    username: 'tom.weller',
    ground: '#cfd6c4',
    skin: '#f0c9ad',
    hair: 'short',
    hairColor: '#b9a27c',
    coat: '#fffdf8',
    beard: true,
  },
  {
    username: 'mina.sato',
    ground: '#2e5fa3',
    skin: '#f1d0ac',
    hair: 'long',
    hairColor: '#1c1a20',
    coat: '#e8b85a',
  },
  {
    username: 'j.haddad',
    ground: '#e6d2bd',
    skin: '#d9a47a',
    hair: 'waves',
    hairColor: '#4a2d20',
    coat: '#1f7a4d',
  },
  {
    username: 'kwame.boateng',
    ground: '#e8b85a',
    skin: '#6b4430',
    hair: 'bald',
    hairColor: '#1d1512',
    coat: INK,
    beard: true,
    glasses: true,
  },
  {
    username: 'elise.laurent',
    ground: '#bfd0dc',
    skin: '#f4d3bd',
    hair: 'side',
    hairColor: '#a8552d',
    coat: '#fffdf8',
  },
  {
    username: 'ravi.menon',
    ground: '#d4c7b0',
    skin: '#a9714a',
    hair: 'short',
    hairColor: '#211a1a',
    coat: '#8f3a34',
    glasses: true,
  },
  {
    username: 'sofia.lindqvist',
    ground: '#1f7a4d',
    skin: '#f3d2b8',
    hair: 'bun',
    hairColor: '#d8b872',
    coat: PAPER,
  },
  {
    username: 'daniel.reyes',
    ground: '#b98d62',
    skin: '#c98f66',
    hair: 'waves',
    hairColor: '#8b8580',
    coat: '#2d3a4f',
    beard: true,
  },
  {
    username: 'grace.mbeki',
    ground: '#e0c9c2',
    skin: '#7d5238',
    hair: 'curls',
    hairColor: '#2a211f',
    coat: '#5b3a5e',
    earrings: true,
  },
  {
    username: 'oskar.nowak',
    ground: '#9da8ba',
    skin: '#efcbb2',
    hair: 'side',
    hairColor: '#5d4a3a',
    coat: '#16233b',
  },
  {
    username: 'ben.okafor',
    ground: '#dfe3d3',
    skin: '#5c3b2a',
    hair: 'curls',
    hairColor: '#191413',
    coat: '#c4312b',
    beard: true,
  },
  {
    username: 'clara.jung',
    ground: '#f0d9a8',
    skin: '#f2cfb4',
    hair: 'bob',
    hairColor: '#8a6a3e',
    coat: '#2e5fa3',
    glasses: true,
  },
  {
    username: 'sam.whitaker',
    ground: '#c9bfae',
    skin: '#eac2a2',
    hair: 'short',
    hairColor: '#7a3f22',
    coat: '#3f5d4a',
  },
  {
    username: 'priya.nair',
    ground: '#8f6200',
    skin: '#b57d55',
    hair: 'long',
    hairColor: '#1f1718',
    coat: '#efe7d6',
    earrings: true,
  },
];

/** The hair behind the head, and the hair over the forehead. */
const HAIR: Readonly<Record<Hair, readonly [behind: string, over: string]>> = {
  bun: [
    '<circle cx="128" cy="38" r="24"/>',
    '<path d="M76 112c-4-84 108-84 104 0-14-34-30-42-52-42s-38 8-52 42z"/>',
  ],
  bob: [
    '<path d="M66 168c-14-132 138-132 124 0-20 8-28-4-28-20H94c0 16-8 28-28 20z"/>',
    '<path d="M78 116c0-74 100-74 100 0-16-10-42-22-58-46-8 24-24 40-42 46z"/>',
  ],
  short: [
    '',
    '<path d="M76 110c-8-82 112-82 104 0-6-22-14-32-24-36-20 8-44 6-58 0-10 6-18 16-22 36z"/>',
  ],
  curls: [
    '<g><circle cx="84" cy="84" r="24"/><circle cx="104" cy="60" r="26"/><circle cx="134" cy="54" r="27"/><circle cx="162" cy="68" r="25"/><circle cx="176" cy="92" r="20"/><circle cx="78" cy="104" r="17"/></g>',
    '<path d="M80 102c4-40 92-40 96 0-26-22-70-22-96 0z"/>',
  ],
  long: [
    '<path d="M62 224c-12-60 0-180 66-180s78 120 66 180z"/>',
    '<path d="M78 118c-2-76 102-76 100 0-12-26-30-42-50-50-20 8-38 24-50 50z"/>',
  ],
  bald: ['', ''],
  side: [
    '',
    '<path d="M76 112c-12-86 116-90 104-4-6-18-12-26-20-30-34 10-60-2-66-10-8 12-14 26-18 44z"/>',
  ],
  waves: [
    '<path d="M64 176c-22-30 6-50-2-78 2-66 130-66 132 0-8 28 20 48-2 78-16 10-26-2-30-14H94c-4 12-14 24-30 14z"/>',
    '<path d="M78 114c0-72 100-72 100 0-8-20-20-34-40-40-16 18-40 22-60 40z"/>',
  ],
};

function draw({ ground, skin, hair, hairColor, coat, beard, glasses, earrings }: Portrait): string {
  const [behind, over] = HAIR[hair];
  const line = `fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round"`;
  const jaw = 'M78 116c0 52 20 80 50 80s50-28 50-80';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
    <rect width="256" height="256" fill="${ground}"/>
    <g fill="${hairColor}">${behind}</g>
    <path d="M24 264c4-46 48-62 80-66h48c32 4 76 20 80 66z" fill="${coat}"/>
    <path d="M106 172h44v30c0 26-44 26-44 0z" fill="${skin}"/>
    <path d="M106 186c12 14 32 14 44 0v10c-12 12-32 12-44 0z" fill="${INK}" opacity=".14"/>
    <ellipse cx="76" cy="126" rx="9" ry="13" fill="${skin}"/><ellipse cx="180" cy="126" rx="9" ry="13" fill="${skin}"/>
    <path d="${jaw}V104c0-60-100-60-100 0z" fill="${skin}"/>
    ${beard ? `<path d="M78 128c0 46 20 70 50 70s50-24 50-70c-8 20-16 28-28 28-8-6-36-6-44 0-12 0-20-8-28-28z" fill="${hairColor}" opacity=".92"/>` : ''}
    <g fill="${hairColor}">${over}</g>
    <g fill="${INK}"><circle cx="108" cy="124" r="4"/><circle cx="148" cy="124" r="4"/></g>
    <g ${line} stroke-width="3.2" opacity=".8"><path d="M100 111c5-4 11-4 15-1"/><path d="M141 110c4-3 10-3 15 1"/></g>
    <path d="M128 124c-2 10-6 16-6 20 2 3 6 4 9 3" ${line} stroke-width="3" opacity=".45"/>
    <path d="M113 164c8 8 22 8 30 0" ${line} ${beard ? `style="stroke:${PAPER}"` : ''} stroke-width="3.6"/>
    ${glasses ? `<g ${line} stroke-width="3.4"><circle cx="108" cy="125" r="15"/><circle cx="148" cy="125" r="15"/><path d="M123 123c3-3 7-3 10 0"/></g>` : ''}
    ${earrings ? '<g fill="#e8b85a"><circle cx="74" cy="144" r="5"/><circle cx="182" cy="144" r="5"/></g>' : ''}
  </svg>`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const portrait of PORTRAITS) {
  const webp = await page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 320;
    canvas.getContext('2d')?.drawImage(image, 0, 0, 320, 320);
    return canvas.toDataURL('image/webp', 0.86).split(',')[1] ?? '';
  }, draw(portrait));
  writeFileSync(
    join(import.meta.dirname, `${portrait.username}.webp`),
    Buffer.from(webp, 'base64'),
  );
}
await browser.close();
