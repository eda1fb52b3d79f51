import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { followingLabels } from './node-labels.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const [os, oldOs, arch, oldArch] = ['{label}/os', 'beta.{label}/os', '{label}/arch', 'beta.{label}/arch'].map(
    (name) => vendor.fill(name),
  ) as [string, string, string, string];
  const wrongOf = (labels?: Record<string, string>) =>
    followingLabels(vendor)({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', ...(labels && { labels }) } });

  t.test(`old labels of system and architecture follow the new ones, with ${id}`, async (t) => {
    t.strictSame(wrongOf({ [os]: 'linux', [arch]: 'arm64' }), { [oldOs]: 'linux', [oldArch]: 'arm64' }, 'missing');
    t.strictSame(
      wrongOf({ [os]: 'linux', [oldOs]: 'other', [arch]: 'a', [oldArch]: 'a' }),
      { [oldOs]: 'linux' },
      'wrong',
    );
    t.equal(wrongOf({ [os]: 'linux', [oldOs]: 'linux' }), undefined, 'right');
    t.equal(wrongOf({ [oldOs]: 'linux' }), undefined, 'nothing to follow');
    t.equal(wrongOf(), undefined);
  });
}
