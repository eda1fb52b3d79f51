import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectField, expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { service } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-create',
  title: 'A dry-run create MUST be answered like the real one, defaults included, and store nothing.',
  requirements: ['DRY-001', 'DRY-008', 'DRY-010', 'DRY-012'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const before = versionOf(await c.wire.get(services.collection));
    const stream = await c.wire.watch(services.collection, { resourceVersion: before });
    expectOpen(stream);
    const dry = await c.wire.post(services.collection, service('s'), { query: { dryRun: 'All' } });
    expectCreated(dry);
    expectField(dry, 'spec.type', 'ClusterIP');
    expectField(dry, 'spec.sessionAffinity', 'None');
    expectText(dry, 'metadata.uid');
    expectStatus(await c.wire.get(services.item('s')), 404);
    expectNames(await c.wire.get(services.collection), []);
    const created = await c.wire.post(services.collection, service('s'));
    expectStatus(created, dry.status);
    await expectNextChange(stream, created);
  },
} satisfies Case;
