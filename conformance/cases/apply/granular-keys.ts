import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, fieldsInConflict, ownersOf } from '../../fixtures/field-owners.ts';

export default {
  id: 'granular-keys',
  title: 'Keys of a granular map, and items of a list with several keys, MUST be owned individually.',
  requirements: ['APPLY-013', 'APPLY-010'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const labelled = (labels: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels } });
    await c.holds('APPLY-013', async () => {
      expectCreated(await applyAs(c, 'm1', maps, labelled({ a: '1' })));
      const both = await applyAs(c, 'm2', maps, labelled({ b: '2' }));
      expectOk(both);
      expectField(both, 'metadata.labels', { a: '1', b: '2' });
      expectEqual('owners of a', ownersOf(both, 'f:metadata', 'f:labels', 'f:a'), ['m1']);
      expectEqual('owners of b', ownersOf(both, 'f:metadata', 'f:labels', 'f:b'), ['m2']);
      const refused = await applyAs(c, 'm2', maps, labelled({ a: '3', b: '2' }));
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.metadata.labels.a']);
    });
    await c.holds('APPLY-010', async () => {
      const path = c.resource('v1', 'services').item('s');
      const serving = (protocol: string, name: string) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's' },
        spec: { ports: [{ name, port: 53, protocol }] },
      });
      expectCreated(await applyAs(c, 'm1', path, serving('TCP', 'tcp')));
      const both = await applyAs(c, 'm2', path, serving('UDP', 'udp'));
      expectOk(both);
      const ports = expectArray(both, 'spec.ports');
      expectSameMembers(
        'ports',
        ports.map((port) => fieldOf(port, 'name')),
        ['tcp', 'udp'],
      );
      const refused = await applyAs(c, 'm2', path, serving('TCP', 'other'));
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.spec.ports[port=53,protocol="TCP"].name']);
    });
  },
} satisfies Case;
