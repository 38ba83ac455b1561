import { describe, expect, test } from '@jest/globals';
import {
  type Answer,
  type Answers,
  answered,
  type Invitation,
  invitationRows,
} from '#web/features/contacts/invitations.ts';

const from = (name: string): Invitation => ({
  userContactId: name,
  fullName: `Ms ${name}`,
  username: name,
  profileImageUrl: null,
});
const [ana, ben, cleo] = [from('ana'), from('ben'), from('cleo')];
const NONE: Answers = new Map();

const shown = (waiting: readonly Invitation[], answers: Answers) =>
  invitationRows(waiting, answers).map(
    ({ invitation, state, fault }) =>
      `${invitation.userContactId} ${state}${fault ? `, ${fault}` : ''}`,
  );

const yes = (invitation: Invitation, place: number, sure = false): Answer => ({
  kind: 'accepted',
  invitation,
  place,
  sure,
});

describe('the shown invitations', () => {
  test('are the server’s invitations until the user answers one', () => {
    expect(shown([ana, ben], NONE)).toEqual(['ana waiting', 'ben waiting']);
  });

  test('exclude a rejected one at once', () => {
    const answers = answered(NONE, 'ana', { kind: 'rejected' });
    expect(shown([ana, ben], answers)).toEqual(['ben waiting']);
  });

  test('keep an accepted one in its place, even when the server no longer returns it', () => {
    const asked = answered(NONE, 'ben', yes(ben, 1));
    expect(shown([ana, ben, cleo], asked)).toEqual([
      'ana waiting',
      'ben accepting',
      'cleo waiting',
    ]);
    const agreed = answered(asked, 'ben', yes(ben, 1, true));
    expect(shown([ana, cleo], agreed)).toEqual(['ana waiting', 'ben accepted', 'cleo waiting']);
  });

  test('keep the order of several accepted ones', () => {
    const answers = answered(answered(NONE, 'cleo', yes(cleo, 2, true)), 'ana', yes(ana, 0, true));
    expect(shown([ben], answers)).toEqual(['ana accepted', 'ben waiting', 'cleo accepted']);
    expect(shown([], answers)).toEqual(['ana accepted', 'cleo accepted']);
  });

  test('show one again with the reason if its answer failed, and keep the other answers', () => {
    const failed: Answer = { kind: 'failed', sentence: 'Please try again.' };
    const answers = answered(answered(NONE, 'ana', failed), 'ben', { kind: 'rejected' });
    expect(shown([ana, ben], answers)).toEqual(['ana waiting, Please try again.']);
  });

  test('are unchanged after an answer is withdrawn', () => {
    const answers = answered(answered(NONE, 'ana', { kind: 'rejected' }), 'ana', undefined);
    expect(shown([ana], answers)).toEqual(['ana waiting']);
    expect(NONE.size).toBe(0);
  });
});
