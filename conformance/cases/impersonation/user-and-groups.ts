import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'user-and-groups',
  title: "Impersonation headers MUST replace the caller's name and all of its groups.",
  requirements: ['IMP-001', 'IMP-002', 'IMP-012', 'AUTHN-052'],
  needs: ['impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const review = { apiVersion: groupVersion, kind: 'SelfSubjectReview' };
    const answer = await c.as('jane', 'developers', 'testers').post(`/apis/${groupVersion}/selfsubjectreviews`, review);
    expectCreated(answer);
    expectField(answer, 'status.userInfo.username', 'jane');
    const groups = expectArray(answer, 'status.userInfo.groups').map(String).sort();
    expectEqual('groups', groups, ['developers', 'system:authenticated', 'testers']);
    for (const field of ['uid', 'extra']) expectAbsent(answer, `status.userInfo.${field}`);
    // Only the name of an account that may exist brings groups, and only where none is given.
    const accounts = ['system:serviceaccounts', 'system:serviceaccounts:default'];
    for (const [user, given, expected] of [
      ['system:serviceaccount:default:robot', [], accounts],
      ['system:serviceaccount:default:robot', ['developers'], ['developers']],
      ['system:serviceaccount:Default:robot', [], []],
      ['system:serviceaccount:default:robot:arm', [], []],
      ['system:node:one', [], []],
      ['joe', ['system:authenticated'], []],
    ] as const) {
      const reviewed = await c.as(user, ...given).post(`/apis/${groupVersion}/selfsubjectreviews`, review);
      expectCreated(reviewed);
      const members = expectArray(reviewed, 'status.userInfo.groups');
      expectEqual(`groups of ${user} with ${given.join(' and ')}`, members, [...expected, 'system:authenticated']);
    }
  },
} satisfies Case;
