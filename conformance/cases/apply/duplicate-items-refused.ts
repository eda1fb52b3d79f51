import { expectOk, expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';

export default {
  id: 'duplicate-items-refused',
  title: 'An apply of a set or keyed list with duplicate items MUST be refused.',
  requirements: ['APPLY-002', 'APPLY-003', 'APPLY-074'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const held = (finalizers: readonly unknown[]) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', finalizers },
    });
    const name = 'conformance.example/x';
    expectCreated(await applyAs(c, 'm1', maps, held([name])));
    const before = (await c.wire.get(maps)).json();
    const refuse = async (body: object) => {
      const { status } = await applyAs(c, 'm1', maps, body);
      // The documentation demands an error and names no status code.
      expectThat('status', status >= 400, 'an error', status);
      expectEqual('object afterwards', (await c.wire.get(maps)).json(), before);
    };
    await c.holds('APPLY-002', () => refuse(held([name, name])));
    await c.holds('APPLY-074', () => refuse(held([{ name }])));
    expectOk(await c.wire.patch(maps, 'merge', { metadata: { finalizers: null } }));
    await c.holds('APPLY-003', async () => {
      const path = c.resource('v1', 'services').item('s');
      const serving = (ports: readonly object[]) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's' },
        spec: { ports },
      });
      const port = (of: string) => ({ name: of, port: 80, protocol: 'TCP' });
      const { status } = await applyAs(c, 'm1', path, serving([port('a'), port('b')]));
      expectThat('status', status >= 400, 'an error', status);
      expectStatus(await c.wire.get(path), 404);
      expectCreated(await applyAs(c, 'm1', path, serving([port('a')])));
    });
  },
} satisfies Case;
