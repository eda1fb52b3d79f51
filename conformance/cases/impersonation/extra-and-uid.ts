import { expectEqual } from '../../wire/expect/value.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { selfReview } from '../../fixtures/self-review.ts';

export default {
  id: 'extra-and-uid',
  title: 'The impersonated uid and extra fields MUST become those of the request, with decoded, lower-case keys.',
  requirements: [
    'IMP-004',
    'IMP-005',
    'IMP-006',
    'IMP-008',
    'IMP-010',
    'IMP-024',
    'AUTHN-002',
    'AUTHN-008',
    'REVIEW-002',
  ],
  needs: ['impersonation'],
  async run(c) {
    const caller = c.as('jane').withHeaders({
      'impersonate-uid': 'any text 17',
      'impersonate-extra-Team': ['red', 'blue'],
      'impersonate-extra-acme.com%2Fproject': 'apollo',
    });
    const answer = await selfReview(caller, c.vendor);
    expectCreated(answer);
    const { extra = {} } = fieldOf(answer, 'status.userInfo') as { readonly extra?: Readonly<Record<string, unknown>> };
    await c.holds(['IMP-008', 'IMP-010'], async () => expectField(answer, 'status.userInfo.uid', 'any text 17'));
    await c.holds('IMP-010', async () => {
      for (const uid of ['0', '-', 'a/b:c?{"d"}', '%', 'x'.repeat(300)]) {
        const other = await selfReview(c.as('jane').withHeaders({ 'impersonate-uid': uid }), c.vendor);
        expectCreated(other);
        expectField(other, 'status.userInfo.uid', uid);
      }
    });
    await c.holds(['IMP-004', 'IMP-005', 'AUTHN-008'], async () => expectEqual('team', extra['team'], ['red', 'blue']));
    await c.holds('IMP-006', async () => expectEqual('project', extra['acme.com/project'], ['apollo']));
    await c.holds('IMP-024', async () => expectEqual('number of extras', Object.keys(extra).length, 2));
    await c.holds(['AUTHN-002', 'REVIEW-002'], async () =>
      expectField(answer, 'status.userInfo', {
        username: 'jane',
        uid: 'any text 17',
        groups: ['system:authenticated'],
        extra: { team: ['red', 'blue'], 'acme.com/project': ['apollo'] },
      }),
    );
  },
} satisfies Case;
