import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'alpha-features-are-off',
  title: 'Alpha features MUST be off on a server without gate settings.',
  requirements: ['VERS-010'],
  launch: plain,
  async run(c) {
    expectStatus(await c.wire.get('/api/v1/namespaces', { accept: 'application/cbor' }), 406);
    const metric = c.vendor.fill('{maker}_feature_enabled');
    const features = samplesOf((await c.wire.get('/metrics')).text(), metric);
    if (features.length === 0) throw new NotObservable('the target does not tell which features are on');
    const on = features
      .filter(({ labels, value }) => labels['stage'] === 'ALPHA' && value !== 0)
      .map(({ labels }) => labels['name']);
    expectThat('alpha features that are on', on.length === 0, 'none', on);
  },
} satisfies Case;
