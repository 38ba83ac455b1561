import { existingAccount, newAccount } from './account.ts';
import { newAccountLink } from './account-link.ts';
import { tell } from './events.ts';
import { page, paging } from './lists.ts';
import {
  flag,
  metadata,
  object,
  oneOf,
  required,
  text,
  timeRange,
  withMetadata,
} from './params.ts';
import { refusedParameter, refusedRequest } from './refusal.ts';
import { route } from './route.ts';

const creating = {
  type: oneOf('express'),
  country: oneOf('US'),
  business_type: oneOf('individual'),
  business_profile: object({ product_description: text, url: text, mcc: text }),
  capabilities: object({ transfers: object({ requested: flag }) }),
  metadata,
};

function address(value: string | undefined, name: string): string {
  const url = required(value, name);
  if (URL.canParse(url)) return url;
  throw refusedParameter(`Not a valid URL: ${name}`, name, 'url_invalid');
}

export const accountRoutes = [
  route({ method: 'POST', path: '/v1/accounts' }, creating, (world, params) => {
    required(params.type, 'type');
    if (params.capabilities?.transfers?.requested !== true)
      throw refusedRequest(
        'Express accounts need at least one capability; the stand-in knows transfers alone.',
        { param: 'capabilities' },
      );
    const account = newAccount(world, withMetadata(null, params.metadata));
    tell(world, 'account.updated', account);
    return account;
  }),
  route(
    { method: 'GET', path: '/v1/accounts' },
    { ...paging, created: timeRange },
    (world, params) =>
      page(
        world.books.all('accounts').filter((one) => params.created?.(one.created ?? 0) ?? true),
        params,
        '/v1/accounts',
        'account',
      ),
  ),
  route({ method: 'GET', path: '/v1/accounts/:id' }, {}, (world, _params, id) =>
    existingAccount(world, id, 'account', 404),
  ),
  route(
    { method: 'POST', path: '/v1/account_links' },
    {
      account: text,
      refresh_url: text,
      return_url: text,
      type: oneOf('account_onboarding'),
    },
    (world, params) => {
      required(params.type, 'type');
      const { id } = existingAccount(world, required(params.account, 'account'), 'account');
      return newAccountLink(world, {
        account: id,
        refreshUrl: address(params.refresh_url, 'refresh_url'),
        returnUrl: address(params.return_url, 'return_url'),
      });
    },
  ),
];
