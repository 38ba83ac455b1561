import type { ManifestOptions } from 'vite-plugin-pwa';
import { PRODUCT_NAME, TAGLINE } from '#shared/brand.ts';

/** The icons and names that a phone shows once the app is on its home screen. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: TAGLINE,
  lang: 'en',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#F7F2E8',
  theme_color: '#F7F2E8',
  categories: ['social', 'productivity'],
  icons: [
    { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
