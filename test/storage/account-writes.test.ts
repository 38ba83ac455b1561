import { test } from '@jest/globals';
import {
  type AccountDeletion,
  cancelDeletion,
  moveDeletion,
  requestDeletion,
} from '#functions/storage/accounts/account-deletions.ts';
import { dismissAlert } from '#functions/storage/accounts/alerts.ts';
import { blockAccount, unblockAccount } from '#functions/storage/accounts/blocks.ts';
import { finishExport } from '#functions/storage/accounts/data-exports.ts';
import { decideDeletion, forgetAccount } from '#functions/storage/accounts/deletions.ts';
import { setPermissions } from '#functions/storage/accounts/permissions.ts';
import {
  finishFreeRegistration,
  recordSignIn,
  type User,
} from '#functions/storage/accounts/users.ts';
import { setEmail } from '#functions/storage/auth/email-changes.ts';
import { newPasskey, recordPasskeyUse, renamePasskey } from '#functions/storage/auth/passkeys.ts';
import { changePassword } from '#functions/storage/auth/password-changes.ts';
import { changePhone, requestPhoneChange } from '#functions/storage/auth/phone-changes.ts';
import { confirmRegistration, correctRegistration } from '#functions/storage/auth/registrations.ts';
import type { SecurityStep } from '#functions/storage/auth/security-steps.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { stopStep } from '#functions/storage/auth/stopped-steps.ts';
import type { Passkey } from '#functions/storage/auth/stored-passkey.ts';
import { prepareRegistration, savePlan } from '#functions/storage/billing/plans.ts';
import { closeMailboxes } from '#functions/storage/conversations/list-counters.ts';
import {
  alertsKey,
  deletionKey,
  exportKey,
  type Key,
  passkeyClaimKey,
  passkeyKey,
  payoutAccountKey,
  phoneKey,
  referralKey,
  securityStepKey,
  userKey,
  usernameKey,
} from '#functions/storage/keys.ts';
import { recordPayoutSetup } from '#functions/storage/payouts/payout-setups.ts';
import { saveIdentity } from '#functions/storage/profiles/badges.ts';
import { put, type Step, table } from '#functions/storage/table.ts';
import { cents, ZERO } from '#shared/money.ts';
import { DAY, later, toSeconds } from '#shared/time.ts';
import {
  audit,
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Changes of an account are refused if what they were decided by has changed since it was read. */

worldOfFile();

const nothing = (): Step<never> => put({ pk: `TEST#${someId()}`, sk: 'NOTHING' });

type AnyUser = User & Readonly<Record<string, unknown>>;
const userWith = (more: Partial<User> = {}): AnyUser => {
  const id = someId();
  return {
    ...userKey(id),
    id,
    username: `u${id.toLowerCase()}`,
    referralCode: id,
    fullName: 'Ana Reyes',
    bio: '',
    passwordHash: 'hash',
    phoneNumber: '+12125552368',
    verified: true,
    licenseId: 'FREE',
    ...more,
  } as AnyUser;
};

/** A change by a person in a session that is live. */
const inSession = (user: User, change: (sessionId: string) => Promise<unknown>) => async () => {
  const { sessionId, step } = openSession(user.id, NOW);
  await table.write(step);
  return change(sessionId);
};

const CREDENTIALS = [{ passwordHash: 'another' }, { phoneNumber: '+12125552369' }];

/** Another step of the takeover ladder. */
const ANOTHER_STEP = [{ ladderStepAt: later(NOW, 1) }, { ladderStepAt: undefined }];

const stepOf = (user: User): SecurityStep => {
  const id = someId();
  return {
    ...securityStepKey(user.id, id),
    id,
    userId: user.id,
    step: 'PASSWORD_CHANGE',
    at: NOW,
    phoneNumber: user.phoneNumber,
    expiresAt: toSeconds(later(NOW, DAY)),
  };
};
const STOP = { channel: 'PHONE', passkeys: [], payoutAccountId: undefined } as const;

/** A passkey of a person, with the claim of its credential. */
function passkeyWith(userId: string) {
  const credential = { credentialId: someId(), publicKey: '', counter: 0, backedUp: false };
  const passkey = newPasskey({ userId, name: 'Laptop', ...credential }, NOW);
  return { item: { ...passkey }, claim: { ...passkeyClaimKey(passkey.id), userId }, passkey };
}

function phoneChange(
  user: AnyUser,
  changes: OvertakenWrite['changes'],
  what: string,
): OvertakenWrite {
  return {
    what,
    item: user,
    outcome: 'CHANGED',
    changes: [...CREDENTIALS, ...changes],
    write: inSession(user, (sessionId) => {
      const proof = nothing();
      const change = { phoneNumber: '+12125552370', sessionId, proofs: [proof] };
      return requestPhoneChange(table, user, change, NOW);
    }),
  };
}

const ROWS: (() => OvertakenWrite)[] = [
  () => phoneChange(userWith(), [{ nextPhoneNumber: '+1', nextPhoneAt: NOW }], 'a phone change'),
  () =>
    phoneChange(
      userWith({ nextPhoneNumber: '+12125552371', nextPhoneAt: NOW }),
      [{ nextPhoneNumber: '+1' }, { nextPhoneAt: later(NOW, 1) }, { nextPhoneAt: undefined }],
      'another phone change',
    ),
  () => {
    const user = userWith({ nextPhoneNumber: '+12125552371', nextPhoneAt: NOW, phoneNumber: '' });
    return {
      what: 'the end of a phone change',
      item: user,
      outcome: 'CHANGED',
      changes: [{ passwordHash: 'another' }, { nextPhoneAt: later(NOW, 1) }],
      write: inSession(user, (sessionId) => {
        const change = { phoneNumber: '+12125552373', sessionId, proofs: [] };
        return changePhone(table, user, change, NOW);
      }),
    };
  },
  ...[undefined, 'ana@replypaid.test'].map((email) => () => {
    const user = userWith(email === undefined ? {} : { email });
    return {
      what: email ? 'another email address' : 'a first email address',
      item: user,
      outcome: 'CHANGED',
      changes: [
        ...CREDENTIALS,
        { email: 'ben@replypaid.test' },
        ...(email ? [{ email: undefined }] : []),
      ],
      write: inSession(user, (sessionId) => {
        const change = { email: 'new@replypaid.test', sessionId, spend: nothing() };
        return setEmail(table, user, change, NOW);
      }),
    };
  }),
  () => {
    const user = userWith({ ladderStepAt: NOW });
    return {
      what: 'another password',
      item: user,
      outcome: 'CHANGED',
      changes: [...CREDENTIALS, ...ANOTHER_STEP],
      write: () => {
        const change = { step: 'PASSWORD_RESET', passwordHash: 'hash', proof: nothing() } as const;
        return changePassword(table, user, { ...change, endedPasskeys: [] }, NOW);
      },
    };
  },
  () => {
    const { id: userId } = userWith();
    const { item, claim, passkey } = passkeyWith(userId);
    return {
      what: 'a password that ends a passkey',
      item,
      outcome: 'CHANGED',
      changes: ['GONE'],
      write: async () => {
        const user = { ...userWith(), ...userKey(userId), id: userId, passkeyCount: 1 } as User;
        for (const other of [user, claim]) await table.write(put(other));
        const change = { step: 'PASSWORD_RESET', passwordHash: 'hash', proof: nothing() } as const;
        return changePassword(table, user, { ...change, endedPasskeys: [passkey] }, NOW);
      },
    };
  },
  () => {
    const user = userWith({ ladderStepAt: NOW });
    return {
      what: 'the setup of payouts',
      item: user,
      outcome: 'CHANGED',
      changes: [...CREDENTIALS, ...ANOTHER_STEP],
      write: () => recordPayoutSetup(table, user, NOW),
    };
  },
  () => {
    const user = userWith({ ladderStepAt: NOW });
    const step = stepOf(user);
    return {
      what: 'the stop of a step, by another change of the account,',
      item: user,
      outcome: 'CHANGED',
      changes: [...CREDENTIALS, ...ANOTHER_STEP],
      write: async () => {
        await table.write(put(step));
        return stopStep(table, user, step, STOP, NOW);
      },
    };
  },
  () => {
    const user = userWith({ ladderStepAt: NOW });
    const step = stepOf(user);
    return {
      what: 'the stop of a step that was stopped,',
      item: step,
      outcome: 'STOPPED',
      changes: [{ stoppedAt: NOW }],
      write: async () => {
        await table.write(put(user));
        return stopStep(table, user, step, STOP, NOW);
      },
    };
  },
  () => {
    const user = userWith({ ladderStepAt: NOW });
    const step = { ...stepOf(user), step: 'PAYOUT_SETUP' as const };
    const item = { ...payoutAccountKey(user.id), accountId: 'acct_1', status: 'READY' };
    return {
      what: 'the stop of a setup of payouts',
      item,
      outcome: 'CHANGED',
      changes: [{ accountId: 'acct_2' }, { accountId: undefined }, 'GONE'],
      write: async () => {
        for (const other of [user, step]) await table.write(put(other));
        return stopStep(table, user, step, { ...STOP, payoutAccountId: 'acct_1' }, NOW);
      },
    };
  },
  () => {
    const user = userWith();
    return {
      what: 'a sign-in',
      item: user,
      outcome: 'CHANGED',
      changes: [...CREDENTIALS, { blockedAt: NOW }],
      write: () => table.write(recordSignIn(user, NOW)),
    };
  },
  () => {
    const passkey = { ...passkeyKey(someId(), 'p'), id: 'p', counter: 3, name: 'Laptop' };
    const read = { ...passkey, userId: passkey.pk.split('#')[1] } as unknown as Passkey;
    return {
      what: 'the use of a passkey',
      item: passkey,
      outcome: 'PASSKEY_CHANGED',
      changes: [{ counter: 4 }, 'GONE'],
      write: () => table.write(recordPasskeyUse(read, { counter: 4, backedUp: false }, NOW)),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'the name of a passkey',
      item: { ...passkeyKey(userId, 'p'), name: 'Laptop' },
      outcome: 'GONE',
      changes: ['GONE'],
      write: () => renamePasskey(table, userId, 'p', 'Phone'),
    };
  },
  () => {
    const user = userWith({ verified: false, expiresAt: toSeconds(later(NOW, DAY)) });
    return {
      what: 'a corrected registration',
      item: user,
      outcome: 'CHANGED',
      changes: [{ verified: true }, { expiresAt: toSeconds(NOW) }, { phoneNumber: '+12125552369' }],
      write: () => correctRegistration(table, user, '+12125552372', NOW, nothing()),
    };
  },
  () => {
    const user = userWith({ verified: false, expiresAt: toSeconds(later(NOW, DAY)) });
    return {
      what: 'a confirmed registration',
      item: user,
      outcome: 'NOT_WAITING',
      changes: [{ verified: true }, { expiresAt: toSeconds(NOW) }, { phoneNumber: '+12125552369' }],
      write: async () => {
        for (const key of [usernameKey(user.username), referralKey(user.referralCode)])
          await table.write(put({ ...key, userId: user.id }));
        return confirmRegistration(table, user, NOW);
      },
    };
  },
  ...(['username', 'referralCode'] as const).map((claimed) => () => {
    const phoneNumber = claimed === 'username' ? '+12125552376' : '+12125552377';
    const expiresAt = toSeconds(later(NOW, DAY));
    const user = userWith({ verified: false, expiresAt, phoneNumber });
    const keys = [usernameKey(user.username), referralKey(user.referralCode)] as const;
    const [key, other] = claimed === 'username' ? keys : [...keys].reverse();
    return {
      what: `a confirmed registration, by a change of the claim of its ${claimed},`,
      item: { ...(key as Key), userId: user.id },
      outcome: 'NOT_WAITING',
      changes: [{ userId: 'another' }, 'GONE' as const],
      write: async () => {
        for (const item of [user, { ...(other as Key), userId: user.id }])
          await table.write(put(item));
        return confirmRegistration(table, user, NOW);
      },
    };
  }),
  () => {
    const user = userWith({ phoneNumber: '+12125552374' });
    return {
      what: 'a phone change, by a change of the claim of the old number,',
      item: { ...phoneKey(user.phoneNumber), userId: user.id },
      outcome: 'CHANGED',
      changes: [{ userId: 'another' }, 'GONE' as const],
      write: async () => {
        await table.write(put(user));
        return inSession(user, (sessionId) => {
          const change = { phoneNumber: '+12125552375', sessionId, proofs: [] };
          return changePhone(table, user, change, NOW);
        })();
      },
    };
  },
  () => {
    const user = userWith();
    return {
      what: 'a request for deletion',
      item: user,
      outcome: 'CHANGED',
      changes: [...CREDENTIALS, { deletionAt: NOW }, { blockedAt: NOW }],
      write: inSession(user, (sessionId) => {
        const request = { deletionAt: later(NOW, DAY), sessionId, proofs: [] };
        return requestDeletion(table, user, request, NOW);
      }),
    };
  },
  () => {
    const user = userWith({ deletionAt: NOW });
    return {
      what: 'the end of a deletion',
      item: user,
      outcome: 'CHANGED',
      changes: [{ deletionAt: undefined }, { deletedAt: NOW }],
      write: async () => {
        await table.write(put({ ...deletionKey(user.id), stage: 'WAITING' }));
        return cancelDeletion(table, user.id, NOW);
      },
    };
  },
  () => {
    const user = userWith({ deletionAt: NOW });
    return {
      what: 'the end of a deletion that is closing',
      outcome: 'CHANGED',
      item: { ...deletionKey(user.id), stage: 'WAITING' },
      changes: [{ stage: 'CLOSING' }, 'GONE'],
      write: async () => {
        await table.write(put(user));
        return cancelDeletion(table, user.id, NOW);
      },
    };
  },
  () => {
    const userId = someId();
    const deletion = { ...deletionKey(userId), userId, stage: 'WAITING', gsi5sk: 'a' } as const;
    return {
      what: 'the next step of a deletion',
      item: deletion,
      outcome: 'CHANGED',
      changes: [{ gsi5sk: 'b' }, 'GONE'],
      write: () => table.write(moveDeletion(deletion as AccountDeletion, { at: NOW })),
    };
  },
  () => {
    const user = userWith();
    return {
      what: 'a block',
      item: user,
      outcome: 'SO_ALREADY',
      changes: [{ blockedAt: NOW }, 'GONE'],
      write: () => blockAccount(table, user.id, audit(user.id), NOW),
    };
  },
  () => {
    const user = userWith({ blockedAt: NOW });
    return {
      what: 'the end of a block',
      item: user,
      outcome: 'SO_ALREADY',
      changes: [{ blockedAt: undefined }],
      write: async () => {
        for (const step of closeMailboxes(user.id, NOW)) await table.write(step);
        return unblockAccount(table, user.id, audit(user.id), NOW);
      },
    };
  },
  () => {
    const user = userWith({ blockedAt: NOW });
    return {
      what: 'the deletion of an account',
      item: user,
      outcome: 'CHANGED',
      changes: [
        { blockedAt: undefined },
        { username: 'another' },
        { phoneNumber: '+12125552369' },
        { deletedAt: NOW },
      ],
      write: () => {
        const decision = { act: audit(user.id), debt: ZERO, restAt: NOW };
        return decideDeletion(table, user, decision, NOW);
      },
    };
  },
  () => {
    const user = userWith({ blockedAt: NOW, deletedAt: NOW });
    return {
      what: 'the end of an account whose deletion is decided',
      item: user,
      outcome: 'CHANGED',
      changes: [{ deletedAt: undefined }, { username: 'another' }, { phoneNumber: '+12125552369' }],
      write: () => forgetAccount(table, user, NOW),
    };
  },
  () => {
    const userId = someId();
    const item = { ...alertsKey(userId), PLACE_FREE_at: NOW, PLACE_FREE_count: 1 };
    return {
      what: 'an alert that is dismissed',
      item,
      outcome: 'NEWER',
      changes: [{ PLACE_FREE_at: later(NOW, 1) }],
      write: () => dismissAlert(table, userId, { kind: 'PLACE_FREE', at: NOW }),
    };
  },
  ...[undefined, ['SUPPORT'] as const].map((permissionIds) => () => {
    const user = userWith(permissionIds && { permissionIds: [...permissionIds] as never });
    return {
      what: permissionIds ? 'the end of permissions' : 'no permissions as before',
      item: user,
      outcome: 'CHANGED',
      changes: [
        { permissionIds: ['REVIEWS'] },
        permissionIds ? { permissionIds: undefined } : 'GONE',
      ],
      write: () => setPermissions(table, user, [], audit(user.id)),
    } satisfies OvertakenWrite;
  }),
  ...[undefined, { name: 'Ana Reyes', accountId: 'acct', verifiedAt: NOW }].map(
    (identity) => () => {
      const user = userWith(identity && { identity });
      return {
        what: identity ? 'another verified identity' : 'a first verified identity',
        item: user,
        outcome: 'CHANGED',
        changes: [
          { fullName: 'Another Name' },
          { licenseId: 'STARTER' },
          { deletedAt: NOW },
          { identity: { name: 'Ana R.', accountId: 'acct', verifiedAt: NOW } },
        ],
        write: () =>
          saveIdentity(table, user, { name: 'A', accountId: 'acct', verifiedAt: NOW }, NOW),
      };
    },
  ),
  ...[undefined, 4].map((planVersion) => () => {
    const user = userWith(planVersion === undefined ? {} : { planVersion });
    return {
      what: planVersion ? 'another plan' : 'a first plan',
      item: user,
      outcome: 'CHANGED',
      changes: [{ licenseId: 'STARTER' }, { planVersion: 5 }],
      write: () => savePlan(table, user, { licenseId: 'FREE' }, NOW),
    };
  }),
  () => {
    const user = userWith({ licenseId: 'NONE' });
    const price = { paidResponsePrice: cents(100), paidResponseCommitment: 1 };
    return {
      what: 'a registration with a paid plan',
      item: user,
      outcome: 'CHANGED',
      changes: [{ licenseId: 'STARTER' }],
      write: async () => {
        const card = { id: 'pm', brand: 'visa', lastFour: '4242' };
        const saved = await prepareRegistration(table, user, price, card);
        return saved === 'CHANGED' ? saved : 'done';
      },
    };
  },
  () => {
    const user = userWith({ licenseId: 'NONE' });
    const price = { paidResponsePrice: cents(100), paidResponseCommitment: 1 };
    return {
      what: 'a registration with the free plan',
      item: user,
      outcome: 'ON_PAID_PLAN',
      changes: [{ licenseId: 'STARTER' }],
      write: () => finishFreeRegistration(table, user.id, price, NOW),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'a copy of the data',
      item: { ...exportKey(userId), exportId: 'e' },
      outcome: 'OTHER',
      changes: [{ exportId: 'f' }, { readyAt: NOW }, 'GONE'],
      write: () => finishExport(table, userId, { exportId: 'e', isComplete: true }, NOW),
    };
  },
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
