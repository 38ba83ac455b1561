import { expect, test } from '@jest/globals';
import { sharedAmongAlike } from '../../lib/grants/alike.ts';

test('what one function of a flow was seen to do, those beside it may do too, and nobody else', () => {
  const shared = sharedAmongAlike({
    'conversations/createOrder': { 'dynamodb:GetItem': ['USER#*'] },
    'conversations/createInbox': { 'dynamodb:PutItem': ['FACT#*'] },
    'conversations/viewInbox': { 'dynamodb:Query': ['CONVERSATION#*'] },
  });
  const both = { 'dynamodb:GetItem': ['USER#*'], 'dynamodb:PutItem': ['FACT#*'] };
  expect(shared).toEqual({
    'conversations/createOrder': both,
    'conversations/createInbox': both,
    'conversations/viewInbox': { 'dynamodb:Query': ['CONVERSATION#*'] },
  });
});
