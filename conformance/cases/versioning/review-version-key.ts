import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'review-version-key',
  title:
    'The beta version of access reviews SHOULD be accepted as a runtime-config key, though it is no longer served.',
  requirements: ['REMOVED-061'],
  launch: switchedOn,
  async run(c) {
    expectOk(await c.wire.get(c.vendor.fill('/apis/authorization.{api}/v1')));
    expectStatus(await c.wire.get(c.vendor.fill('/apis/authorization.{api}/v1beta1')), 404);
  },
} satisfies Case;
