import { describe, expect, test } from '@jest/globals';
import {
  type Answer,
  type Answers,
  answered,
  type Invitation,
  invitationRows,
} from '../../../web/src/contacts/invitations.ts';

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

describe('invitations and what was said to them', () => {
  test('wait as the server has them while nothing was said', () => {
    expect(shown([ana, ben], NONE)).toEqual(['ana waiting', 'ben waiting']);
  });

  test('one that is rejected leaves at once', () => {
    const answers = answered(NONE, 'ana', { kind: 'rejected' });
    expect(shown([ana, ben], answers)).toEqual(['ben waiting']);
  });

  test('one that is accepted stays at its place, also once the server has forgotten it', () => {
    const asked = answered(NONE, 'ben', yes(ben, 1));
    expect(shown([ana, ben, cleo], asked)).toEqual([
      'ana waiting',
      'ben accepting',
      'cleo waiting',
    ]);
    const agreed = answered(asked, 'ben', yes(ben, 1, true));
    expect(shown([ana, cleo], agreed)).toEqual(['ana waiting', 'ben accepted', 'cleo waiting']);
  });

  test('several that are accepted keep their order, whatever is left around them', () => {
    const answers = answered(answered(NONE, 'cleo', yes(cleo, 2, true)), 'ana', yes(ana, 0, true));
    expect(shown([ben], answers)).toEqual(['ana accepted', 'ben waiting', 'cleo accepted']);
    expect(shown([], answers)).toEqual(['ana accepted', 'cleo accepted']);
  });

  test('one whose answer failed is back, and says why; the others stay answered', () => {
    const failed: Answer = { kind: 'failed', sentence: 'Please try again.' };
    const answers = answered(answered(NONE, 'ana', failed), 'ben', { kind: 'rejected' });
    expect(shown([ana, ben], answers)).toEqual(['ana waiting, Please try again.']);
  });

  test('an answer that is taken back leaves it as it was', () => {
    const answers = answered(answered(NONE, 'ana', { kind: 'rejected' }), 'ana', undefined);
    expect(shown([ana], answers)).toEqual(['ana waiting']);
    expect(NONE.size).toBe(0);
  });
});
