import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as getStripePublishableKey } from '../../functions/account/getStripePublishableKey.ts';
import { call } from '../support/call.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('the chain around every operation', () => {
  test('a success carries its status and its output', async () => {
    const answer = await call(getStripePublishableKey, {}, { method: 'GET' });
    expect(answer.http).toBe(200);
    expect(answer.body).toEqual({
      status: 'SUCCESS',
      publishableKey: 'pk_test_local',
      scriptUrl: 'https://js.stripe.com/v3/',
    });
  });
});
