import t from 'tap';
import { vendorIds, vendorOf } from '../../../../../../shared/vendor/profile.ts';
import { podAnnotationErrors } from './pod-annotations.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const cost = vendor.fill('controller.{label}/pod-deletion-cost');
  const mirror = vendor.fill('{label}/config.mirror');
  const fields = (
    annotations: Readonly<Record<string, string>>,
    before?: Readonly<Record<string, string>>,
    spec = {},
  ) =>
    podAnnotationErrors(
      { metadata: { annotations }, spec },
      before && { metadata: { annotations: before } },
      'metadata.annotations',
      vendor,
    ).map(({ field, detail }) => `${field}: ${detail}`);

  t.test(`${id}: what a pod costs to delete is a number of 32 bits`, async (t) => {
    const fault = [`metadata.annotations[${cost}]: must be a 32bit integer`];
    for (const good of ['0', '-1', '-0', '7', '2147483647', '-2147483648'])
      t.strictSame(fields({ [cost]: good }), [], good);
    for (const bad of ['', '+1', '01', 'a', '1.5', '2147483648', '-2147483649', '-', ' 1', '9'.repeat(400)])
      t.strictSame(fields({ [cost]: bad }), fault, bad);
    t.strictSame(fields({ [cost]: 'a' }, { [cost]: 'b' }), [], 'a stored one is none either');
    t.strictSame(fields({ [cost]: 'a' }, { [cost]: '1' }), fault);
    t.strictSame(fields({ [cost]: 'a' }, {}), fault);
  });

  t.test(`${id}: the mirror of a pod says on which node it is`, async (t) => {
    const fault = [`metadata.annotations[${mirror}]: must set spec.nodeName if mirror pod annotation is set`];
    t.strictSame(fields({ [mirror]: 'x' }), fault);
    t.strictSame(fields({ [mirror]: 'x' }, undefined, { nodeName: 'n' }), []);
    t.strictSame(fields({}), []);
  });
}
