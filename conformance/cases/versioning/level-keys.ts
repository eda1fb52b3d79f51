import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { releaseBefore } from '../../fixtures/launches.ts';

export default {
  id: 'level-keys',
  title: 'The key for all beta versions SHOULD enable them, and no alpha versions.',
  requirements: ['VERS-101U'],
  launch: releaseBefore,
  async run(c) {
    expectOk(await c.wire.get(c.vendor.fill('/apis/networking.{api}/v1beta1/ipaddresses')));
    expectStatus(await c.wire.get(c.vendor.fill('/apis/storage.{api}/v1alpha1')), 404);
    expectOk(await c.wire.get('/api/v1/namespaces'));
  },
} satisfies Case;
