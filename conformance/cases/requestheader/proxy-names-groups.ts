import { expectArray } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { selfReview, suggested } from '../../fixtures/self-review.ts';

export default {
  id: 'proxy-names-groups',
  title: 'Every value of every group header MUST be a group of the user.',
  requirements: ['REQHDR-005'],
  launch: suggested,
  async run(c) {
    const headers = { 'X-Remote-User': 'jane', 'X-Remote-Group': ['devs', 'ops'], 'X-Other-Group': 'more' };
    const answer = await selfReview(c.withCertificate(front).withHeaders(headers), c.vendor);
    const groups = expectArray(answer, 'status.userInfo.groups');
    for (const group of ['devs', 'ops', 'more', 'system:authenticated']) {
      expectThat('groups', groups.includes(group), `a list with ${group}`, groups);
    }
  },
} satisfies Case;
