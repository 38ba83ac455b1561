import { readForm } from '../src/form-encoding.ts';
import { readMultipart } from '../src/multipart.ts';
import type { Route } from '../src/route.ts';
import type { StripeDescription } from './description.ts';
import type { Exchange } from './sample-requests.ts';

/* Compares requests and responses with Stripe's description, and counts each difference. */

export class Findings {
  /** How often each difference was found, by its sentence. */
  readonly differences = new Map<string, number>();
  exchanges = 0;
  readonly #accepted = new Set<Route>();

  constructor(
    private readonly description: StripeDescription,
    private readonly routes: readonly Route[],
  ) {
    for (const { method, path, params } of this.#published()) {
      const described = path.replaceAll(/:\w+/g, '{}');
      for (const name of description.unknownParameters(method, described, Object.keys(params)))
        this.#add(`${method} ${path} takes a parameter that is not described: ${name}`);
    }
  }

  /** Compares a request and its response. */
  add({ request, response }: Exchange): void {
    const { method } = request;
    const { pathname, search } = new URL(request.target, 'http://stripe.invalid');
    const route = this.routes.find((one) => one.method === method && fits(one.path, pathname));
    if (!route || route.path.startsWith('/_bank/')) return;
    this.exchanges += 1;
    const { status, body } = response;
    const isPublishable = request.headers.authorization?.includes('pk_test_') ?? false;
    const name = `${method} ${route.path}${isPublishable ? ' (publishable key)' : ''}`;
    const inAnswer = status === 200 ? name : `an error (${status})`;
    for (const one of this.description.differencesOfAnswer(method, pathname, status, body))
      this.#add(`${inAnswer}: ${one}`);
    if (status !== 200) return;
    this.#accepted.add(route);
    const fields = fieldsOf(request, route, search);
    for (const one of this.description.differencesOfRequest(method, pathname, fields))
      this.#add(`request ${name}: ${one}`);
  }

  /** The routes without a successful request. */
  unusedRoutes(): string[] {
    return this.#published()
      .filter((route) => !this.#accepted.has(route))
      .map(({ method, path }) => `${method} ${path}`);
  }

  /** The routes that Stripe has too: all except those that simulate a bank. */
  readonly #published = () => this.routes.filter(({ path }) => !path.startsWith('/_bank/'));

  #add(difference: string): void {
    this.differences.set(difference, (this.differences.get(difference) ?? 0) + 1);
  }
}

/** Whether a path has the form of a route's, whose ids begin with a colon. */
function fits(route: string, path: string): boolean {
  const [parts, given] = [route.split('/'), path.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, nth) => part.startsWith(':') || part === given[nth])
  );
}

/** The parameters of a request. A file is described as its bytes. */
function fieldsOf({ body, headers }: Exchange['request'], route: Route, search: string) {
  if (!route.multipart) return readForm(route.method === 'POST' ? body : search);
  return { ...readMultipart(body, headers['content-type'] ?? ''), file: 'bytes' };
}
