import { expectArray, expectField, expectText, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectDifferent, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'who-am-i',
  title: "A self review MUST return the caller's name and groups, including the group of authenticated users.",
  requirements: ['AUTHN-023', 'REVIEW-003U', 'REVIEW-004', 'REVIEW-005', 'REVIEW-008', 'REVIEW-001'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const body = { apiVersion: groupVersion, kind: 'SelfSubjectReview', status: { userInfo: { username: 'forged' } } };
    const answer = await c.wire.post(`/apis/${groupVersion}/selfsubjectreviews`, body);
    await c.holds(['REVIEW-004', 'REVIEW-008'], async () => expectCreated(answer));
    await c.holds('REVIEW-005', async () => {
      expectField(answer, 'kind', 'SelfSubjectReview');
      expectField(answer, 'apiVersion', groupVersion);
      void expectTime(answer, 'metadata.creationTimestamp');
    });
    await c.holds('REVIEW-003U', async () => void expectText(answer, 'status.userInfo.username'));
    await c.holds('REVIEW-001', async () =>
      expectDifferent('username', fieldOf(answer, 'status.userInfo.username'), 'forged'),
    );
    await c.holds('AUTHN-023', async () => {
      const groups = expectArray(answer, 'status.userInfo.groups');
      expectThat('groups', groups.includes('system:authenticated'), 'a list with system:authenticated', groups);
    });
  },
} satisfies Case;
