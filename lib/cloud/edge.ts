import { DELIVERY_MAX_BYTES, SIGNATURE_FORM } from '../../shared/rules/webhook-deliveries.ts';
import { APP_NAMES, profilePagePath, USERNAME_ADDRESS } from '../web-addresses.ts';

/*
 * The functions that CloudFront runs on each request, as text: its runtime takes one small script and no modules.
 */

/** The name of the API among the distribution's origins. */
export const API_ORIGIN = 'api';

/**
 * A path whose first segment is a file or folder of the web app is that file. One that is somebody's username, dots
 * included, is answered by the API, which knows whose; every other one is the app.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/helper-functions-origin-modification.html
 */
export function toAppFileOrProfile(webFiles: readonly string[]): string {
  return `import cf from 'cloudfront';
var files = ${lookup(webFiles)};
var screens = ${lookup(APP_NAMES)};
var profile = new RegExp(${JSON.stringify(USERNAME_ADDRESS)});
function handler(event) {
  var request = event.request;
  if (files[request.uri.split('/')[1]] === 1) return request;
  var found = profile.exec(request.uri);
  var name = found ? found[1].toLowerCase() : '';
  if (!found || screens[name] === 1) {
    request.uri = '/index.html';
    return request;
  }
  request.uri = '${profilePagePath('')}' + name;
  cf.selectRequestOriginById('${API_ORIGIN}');
  return request;
}`;
}

const lookup = (names: readonly string[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));

const PAUSED = JSON.stringify({
  status: 'UNAVAILABLE',
  message: 'We are at work on something and will be back soon. Nothing was charged or sent.',
});

/** Says who asks, over whatever the asker says. serve.ts believes it together with the origin key. */
export const markViewer = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

/**
 * As markViewer, for webhooks: what cannot be a delivery of Stripe's is refused here, so that it takes no place in the
 * throttle of the route. Whether a signature is right is for the function to say, which has the secret.
 */
export const takeDelivery = `var form = new RegExp(${JSON.stringify(SIGNATURE_FORM)});
function handler(event) {
  var request = event.request;
  var header = function (name) {
    return request.headers[name] ? request.headers[name].value : '';
  };
  if (request.method !== 'POST') return refused(405, 'Method Not Allowed');
  if (Number(header('content-length')) > ${DELIVERY_MAX_BYTES}) return refused(413, 'Payload Too Large');
  if (!form.test(header('stripe-signature'))) return refused(400, 'Bad Request');
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
function refused(statusCode, statusDescription) {
  return {
    statusCode: statusCode,
    statusDescription: statusDescription,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: '{"received":false}',
  };
}`;

/**
 * Answers in place of the API while a stage is paused, as the API refuses: the web app shows the sentence, and Stripe, which gets
 * no 2xx, tells again for three days.
 */
export const answerPaused = `function handler() {
  return {
    statusCode: 503,
    statusDescription: 'Service Unavailable',
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'retry-after': { value: '600' },
    },
    body: ${JSON.stringify(PAUSED)},
  };
}`;

/** A picture's address is the media prefix and its key. */
export const stripMediaPrefix = `function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media/, '');
  return event.request;
}`;
