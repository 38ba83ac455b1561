import { existingAccount, newAccount } from './account.ts';
import { newAccountLink } from './account-link.ts';
import { emitEvent } from './events.ts';
import { flag, metadata, object, oneOf, required, text, withMetadata } from './params.ts';
import { refusedParameter, refusedRequest } from './refusal.ts';
import { listRoute } from './resource.ts';
import { route } from './route.ts';

const createParams = {
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
  route({ method: 'POST', path: '/v1/accounts' }, createParams, (context, params) => {
    required(params.type, 'type');
    if (params.capabilities?.transfers?.requested !== true)
      throw refusedRequest(
        'Express accounts need at least one capability; the emulator knows transfers alone.',
        { param: 'capabilities' },
      );
    const account = newAccount(context, withMetadata(null, params.metadata));
    emitEvent(context, 'account.updated', account);
    return account;
  }),
  listRoute('/v1/accounts', 'accounts', []),
  route({ method: 'GET', path: '/v1/accounts/:id' }, {}, (context, _params, id) =>
    existingAccount(context, id, 'account', 404),
  ),
  route(
    { method: 'POST', path: '/v1/account_links' },
    {
      account: text,
      refresh_url: text,
      return_url: text,
      type: oneOf('account_onboarding'),
    },
    (context, params) => {
      required(params.type, 'type');
      const { id } = existingAccount(context, required(params.account, 'account'), 'account');
      return newAccountLink(context, {
        account: id,
        refreshUrl: address(params.refresh_url, 'refresh_url'),
        returnUrl: address(params.return_url, 'return_url'),
      });
    },
  ),
];
