import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
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
    // Kinds that other cases declare have groups of their own.
    const isBuiltIn = (name: string) => !name.includes('.') || name.endsWith(c.vendor.fill('.{api}'));
    for (const group of expectArray(await c.wire.get('/apis'), 'groups')) {
      const name = expectText(group, 'name');
      if (!isBuiltIn(name)) continue;
      for (const each of expectArray(group, 'versions')) {
        const version = expectText(each, 'version');
        expectThat(`version of ${name}`, !/alpha|beta/.test(version), 'a stable one', version);
      }
    }
    expectStatus(await c.wire.get(c.vendor.fill('/apis/networking.{api}/v1')), 200);
    expectStatus(await c.wire.get(c.vendor.fill('/apis/storage.{api}/v1')), 200);
  },
} satisfies Case;
