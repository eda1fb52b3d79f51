import { createObject } from '../../fixtures/created-objects.ts';
import { service } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const port = 'spec.ports.0.nodePort';
const health = 'spec.healthCheckNodePort';

export default {
  id: 'addresses-of-services',
  title:
    'Services SHOULD get unique addresses and ports; requests for used ones or ones outside the range MUST be refused.',
  requirements: ['FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const made = (name: string, spec: object = {}, options = {}) => {
      const manifest = service(name) as { spec: object };
      return c.wire.post(services.collection, { ...manifest, spec: { ...manifest.spec, ...spec } }, options);
    };
    const onNodes = (nodePort?: number) => ({
      type: 'NodePort',
      ports: [{ port: 80, ...(nodePort === undefined ? {} : { nodePort }) }],
    });
    const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };
    const isInvalid = async (name: string, spec: object) => {
      expectFailure(await made(name, spec), 422, 'Invalid');
      expectStatus(await c.wire.get(services.item(name)), 404);
    };
    const [first, second] = [await made('a', onNodes()), await made('b', onNodes())];
    for (const each of [first, second]) expectCreated(each);
    const clusterIP = expectText(first, 'spec.clusterIP');
    const taken = fieldOf(first, port) as number;
    expectField(first, 'spec.clusterIPs', [clusterIP]);
    expectThat('addresses', expectText(second, 'spec.clusterIP') !== clusterIP, 'two', clusterIP);
    expectThat('ports', fieldOf(second, port) !== taken && taken > 0, 'two', taken);
    expectAbsent(first, health);
    expectField(
      await createObject(c, services.collection, { ...service('c'), spec: { clusterIP: 'None' } }),
      'spec.clusterIP',
      'None',
    );
    expectAbsent(await made('d'), port);
    await isInvalid('e', { clusterIP });
    await isInvalid('e', { clusterIP: '203.0.113.7' });
    await isInvalid('e', { clusterIP: 'x' });
    for (const nodePort of [taken, 80, 70_000]) await isInvalid('e', onNodes(nodePort));
    await isInvalid('e', { healthCheckNodePort: 30_123 });
    const checked = await made('f', local);
    expectCreated(checked);
    const healthPort = fieldOf(checked, health) as number;
    expectThat(health, healthPort > 0 && healthPort !== fieldOf(checked, port), 'a port of its own', healthPort);
    for (const healthCheckNodePort of [healthPort, 80]) {
      expectStatus(await made('e', { ...local, healthCheckNodePort }), c.vendor.behaviour.healthPortStatus);
      expectStatus(await c.wire.get(services.item('e')), 404);
    }
    await isInvalid('e', onNodes(healthPort));
    // An existing service keeps its address and ports.
    expectFailure(await c.wire.patch(services.item('d'), 'merge', { spec: { clusterIP } }), 422, 'Invalid');
    expectFailure(
      await c.wire.patch(services.item('f'), 'merge', { spec: { healthCheckNodePort: taken } }),
      422,
      'Invalid',
    );
    const kept = await c.wire.patch(services.item('a'), 'merge', { metadata: { labels: { a: 'b' } } });
    expectOk(kept);
    for (const field of ['spec.clusterIP', port]) expectEqual(field, fieldOf(kept, field), fieldOf(first, field));
    // A dry run allocates nothing.
    const trial = await made('g', onNodes(), { query: { dryRun: 'All' } });
    expectCreated(trial);
    expectDeleted(await c.wire.delete(services.item('a')));
    const again = { ...onNodes(taken), clusterIP };
    await c.eventually(async () => expectCreated(await made('h', again, { query: { dryRun: 'All' } })));
    expectCreated(await made('h', again));
  },
} satisfies Case;
