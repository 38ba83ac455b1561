import { NOT_FOUND_PAGE } from '#shared/rendered-pages.ts';
import { PUBLIC_ANSWER_ADDRESS } from '#shared/rules/public-answers/address.ts';
import { DELIVERY_MAX_BYTES, SIGNATURE_FORM } from '#shared/rules/webhook-deliveries.ts';
import {
  pagePath,
  RENDERED_BELOW,
  SAME_PAGES,
  SCREENS,
  USERNAME_ADDRESS,
} from '../web-addresses.ts';

/*
 * The source code of CloudFront functions. They are strings, because that runtime supports only a single script.
 */

/** The id of the API origin of the distribution. */
export const API_ORIGIN = 'api';

/**
 * Routes a request by its path, as lib/web-addresses.ts says: a file of the web app (by its first segment, or by its whole path) is served
 * from the bucket, a page that strangers open first is rendered by the API, and a screen of the app gets index.html.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/helper-functions-origin-modification.html
 */
export function toFileOrPage(webFiles: readonly string[]): string {
  return `import cf from 'cloudfront';
var files = ${lookup(webFiles)};
var pages = ${lookup(SAME_PAGES)};
var screens = ${lookup(SCREENS)};
var profile = new RegExp(${JSON.stringify(USERNAME_ADDRESS)});
var publicAnswer = new RegExp(${JSON.stringify(PUBLIC_ANSWER_ADDRESS)});
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  var first = uri.split('/')[1];
  var page;
  if (uri === '/') page = '/home';
  else if (pages[uri] === 1 || (${isBelow('uri')})) page = uri;
  else if (files[first] === 1 || files[uri] === 1) return request;
  else if (screens[first.toLowerCase()] === 1) {
    request.uri = '/index.html';
    return request;
  } else {
    var found = profile.exec(uri);
    var answer = publicAnswer.exec(uri);
    if (answer) page = '/' + answer[1].toLowerCase() + '/answers/' + answer[2].toUpperCase();
    else if (found) page = '/' + found[1].toLowerCase();
    else page = uri.split('/').length > 2 ? '${NOT_FOUND_PAGE}' : '/profile-not-found';
  }
  request.uri = '${pagePath('')}' + page;
  cf.selectRequestOriginById('${API_ORIGIN}');
  return request;
}`;
}

const isBelow = (uri: string) =>
  RENDERED_BELOW.map((below) => `${uri}.indexOf('${below}') === 0`).join(' || ');

const lookup = (names: readonly string[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));

const PAUSED = JSON.stringify({
  status: 'UNAVAILABLE',
  message: 'ReplyPaid is down for maintenance and will be back soon. Nothing was charged or sent.',
});

/** Sets the viewer's IP address, overwriting any header of the viewer. functions/serve.ts trusts it together with the origin key. */
export const markViewer = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

/**
 * Like markViewer, for webhooks. Refuses requests that cannot come from Stripe, so that they do not count against the throttle
 * of the route. The function verifies the signature, because only it has the secret.
 */
export const checkDelivery = `var form = new RegExp(${JSON.stringify(SIGNATURE_FORM)});
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
 * Answers in place of the API while a stage is paused, in the form of a refusal. The web app shows the sentence, and Stripe
 * retries for three days.
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

/** Removes the path prefix of pictures; the rest is the S3 key. */
export const stripMediaPrefix = `function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media/, '');
  return event.request;
}`;
