import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'extra-and-uid',
  title: 'Extra attributes and uid of the headers MUST become those of the request, names decoded and in lower case.',
  requirements: ['IMP-004', 'IMP-005', 'IMP-006', 'IMP-008', 'IMP-010', 'IMP-024', 'AUTHN-008'],
  needs: ['impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const caller = c.as('jane').withHeaders({
      'impersonate-uid': 'any text 17',
      'impersonate-extra-Team': ['red', 'blue'],
      'impersonate-extra-acme.com%2Fproject': 'apollo',
    });
    const answer = await caller.post(`/apis/${groupVersion}/selfsubjectreviews`, {
      apiVersion: groupVersion,
      kind: 'SelfSubjectReview',
    });
    expectCreated(answer);
    expectField(answer, 'status.userInfo.uid', 'any text 17');
    expectField(answer, 'status.userInfo.extra', { team: ['red', 'blue'], 'acme.com/project': ['apollo'] });
  },
} satisfies Case;
