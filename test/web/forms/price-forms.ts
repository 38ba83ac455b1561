import { screen } from '@testing-library/react/pure';
import { updateContactPrice } from '#shared/api/contact-prices.ts';
import { updateInboundSettings, viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { updateAvailability, updateTiers } from '#shared/api/offers.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { updatePrompts } from '#shared/api/prompts.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms of prices and availability. */

const WAITING = /^Waiting letters/;

export const PRICE_FORMS: readonly Form[] = [
  {
    name: 'inbound message settings',
    address: paths.updateInboundMessageConfig(),
    viewer: ana,
    operation: updateInboundSettings,
    submit: 'Save',
    prepare: () =>
      serve(viewInboundSettings, () =>
        success(viewInboundSettings, {
          data: [{ userId: ana.id, paidResponsePrice: cents(2_500), paidResponseCommitment: 10 }],
        }),
      ),
    fill: (user) => write(user, 'Price per response', '30'),
    wrong: {
      type: (user) => write(user, 'Price per response', '0.50'),
      field: 'Price per response',
      error: 'Please enter a dollar value of a $1.00 or more',
    },
    refused: { name: 'paidResponsePrice', field: 'Price per response' },
    kept: { field: 'Message commitment', text: '10' },
    failed: 'Error while updating inbound configuration. Please try again.',
    byKey: false,
  },
  {
    name: 'tiers',
    address: paths.updateTiers(),
    viewer: ana,
    operation: updateTiers,
    submit: 'Save',
    prepare: () =>
      serve(viewInboundSettings, () =>
        success(viewInboundSettings, {
          data: [
            {
              userId: ana.id,
              paidResponsePrice: cents(2_500),
              paidResponseCommitment: 10,
              tiers: [
                {
                  name: 'Short',
                  price: cents(1_000),
                  promise: 'One clear answer',
                  minimumLength: 200,
                },
              ],
            },
          ],
        }),
      ),
    fill: (user) => write(user, 'Price', '30'),
    wrong: {
      type: (user) => write(user, 'Minimum length', '150'),
      field: 'Minimum length',
      error: 'Please enter a number of characters from 200 to 5,000',
    },
    refused: { name: 'tiers', field: 'Name' },
    kept: { field: /^What they get/, text: 'One clear answer' },
    failed: 'Error while saving your tiers. Please try again.',
    byKey: false,
  },
  {
    name: 'questions to senders',
    address: paths.updatePrompts(),
    viewer: ana,
    operation: updatePrompts,
    submit: 'Save',
    prepare: () =>
      serve(viewInboundSettings, () =>
        success(viewInboundSettings, {
          data: [
            {
              userId: ana.id,
              paidResponsePrice: cents(2_500),
              paidResponseCommitment: 10,
              prompts: [
                { question: 'What have you tried already?', required: true },
                { question: 'Why me?', required: false },
              ],
            },
          ],
        }),
      ),
    fill: (user) => write(user, 'Question 1', 'What have you read already?'),
    wrong: {
      type: (user) => user.clear(screen.getByRole('textbox', { name: 'Question 1' })),
      field: 'Question 1',
      error: 'Please enter a question',
    },
    refused: { name: 'prompts', field: 'Question 1' },
    kept: { field: 'Question 2', text: 'Why me?' },
    failed: 'Error while saving your questions. Please try again.',
    byKey: false,
  },
  {
    name: 'price of a contact',
    address: paths.contactPrice(ben.id),
    viewer: ana,
    operation: updateContactPrice,
    submit: 'Save',
    prepare: () => {
      serve(viewUserProfile, () =>
        success(viewUserProfile, {
          data: [{ ...bensProfile, contactState: 'CONTACT', givenPrice: cents(700) }],
        }),
      );
      serve(viewInboundSettings, () =>
        success(viewInboundSettings, {
          data: [{ userId: ana.id, paidResponsePrice: cents(2_500), paidResponseCommitment: 10 }],
        }),
      );
    },
    fill: (user) => write(user, 'Price per response', '8'),
    wrong: {
      type: (user) => write(user, 'Price per response', '0.50'),
      field: 'Price per response',
      error: 'Please enter a dollar value of a $1.00 or more',
    },
    refused: { name: 'price', field: 'Price per response' },
    kept: { field: 'Price per response', text: '8' },
    failed: 'Error while saving the price. Please try again.',
    byKey: false,
  },
  {
    name: 'availability',
    address: paths.updateAvailability(),
    viewer: ana,
    operation: updateAvailability,
    submit: 'Save',
    prepare: () =>
      serve(viewInboundSettings, () =>
        success(viewInboundSettings, {
          data: [
            {
              userId: ana.id,
              paidResponsePrice: cents(2_500),
              paidResponseCommitment: 10,
              waitingMax: 5,
            },
          ],
        }),
      ),
    fill: (user) => write(user, WAITING, '7'),
    wrong: {
      type: (user) => write(user, WAITING, '0'),
      field: WAITING,
      error: 'Please enter a number from 1 to 200, or leave it empty',
    },
    refused: { name: 'waitingMax', field: WAITING },
    kept: { field: WAITING, text: '7' },
    failed: 'Error while saving your availability. Please try again.',
    byKey: false,
  },
];
