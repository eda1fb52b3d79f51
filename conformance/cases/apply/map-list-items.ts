import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, fieldsInConflict } from '../../fixtures/field-owners.ts';

export default {
  id: 'map-list-items',
  title: 'Items of a keyed list MUST be owned individually.',
  requirements: ['APPLY-007', 'APPLY-046', 'APPLY-047'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const applied = (manager: string, ports: readonly object[]) => {
      const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports } };
      return applyAs(c, manager, services.item('s'), body);
    };
    const apply = async (manager: string, ports: readonly object[]) => expectCreated(await applied(manager, ports));
    const port = (name: string, number: number) => ({ name, port: number, protocol: 'TCP' });
    const ports = async () =>
      expectArray(await c.wire.get(services.item('s')), 'spec.ports').map((each) => fieldOf(each, 'port'));
    await apply('m1', [port('a', 1), port('b', 2)]);
    await apply('m2', [port('c', 3)]);
    expectSameMembers('ports of both', await ports(), [1, 2, 3]);
    // An item is known by its keys, whatever else it says.
    await c.holds('APPLY-007', async () => {
      const refused = await applied('m2', [port('c', 3), port('other', 1)]);
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.spec.ports[port=1,protocol="TCP"].name']);
    });
    await apply('m1', [port('a', 1)]);
    expectSameMembers('ports after the omission', await ports(), [1, 3]);
  },
} satisfies Case;
