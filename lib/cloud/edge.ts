/*
 * The functions that CloudFront runs on each request, as text: its runtime takes one small script and no modules.
 */

/**
 * A path whose first segment is a file or folder of the web app is that file; every other one is the app, a
 * username with a dot included.
 */
export function toAppOrFile(webFiles: readonly string[]): string {
  const files = JSON.stringify(Object.fromEntries(webFiles.map((name) => [name, 1])));
  return `var files = ${files};
function handler(event) {
  var request = event.request;
  if (files[request.uri.split('/')[1]] !== 1) request.uri = '/index.html';
  return request;
}`;
}

/** Says who asks, over whatever the asker says. serve.ts believes it together with the origin key. */
export const markViewer = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

/** A picture's address is the media prefix and its key. */
export const stripMediaPrefix = `function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media/, '');
  return event.request;
}`;
