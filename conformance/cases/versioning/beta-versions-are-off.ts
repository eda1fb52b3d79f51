import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'beta-versions-are-off',
  title: 'Beta and alpha versions MUST NOT be served by default.',
  requirements: ['VERS-023', 'VERS-027', 'VERS-041'],
  launch: plain,
  async run(c) {
    for (const version of [
      'networking.{api}/v1beta1',
      'storage.{api}/v1beta1',
      'storage.{api}/v1alpha1',
      'resource.{api}/v1beta1',
      'admissionregistration.{api}/v1beta1',
      'admissionregistration.{api}/v1alpha1',
    ]) {
      expectStatus(await c.wire.get(c.vendor.fill(`/apis/${version}`)), 404);
    }
    expectStatus(await c.wire.get(c.vendor.fill('/apis/networking.{api}/v1')), 200);
    expectStatus(await c.wire.get(c.vendor.fill('/apis/storage.{api}/v1')), 200);
  },
} satisfies Case;
