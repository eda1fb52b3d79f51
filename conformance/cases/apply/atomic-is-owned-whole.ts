import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, fieldsInConflict, ownersOf } from '../../fixtures/field-owners.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'atomic-is-owned-whole',
  title: 'An atomic list, map or struct MUST be replaced as a whole and have one owner.',
  requirements: ['APPLY-004', 'APPLY-005', 'APPLY-012', 'APPLY-015'],
  needs: ['namespace'],
  async run(c) {
    const place = ['f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"main"}', 'f:args'];
    const deployments = c.resource('apps/v1', 'deployments').item('d');
    const withArgs = (args: readonly string[]) => {
      const body = deployment('d') as { spec: { template: { spec: { containers: object[] } } } };
      body.spec.template.spec.containers = [{ name: 'main', image: 'registry.invalid/pause:1', args }];
      return body;
    };
    const args = 'spec.template.spec.containers.0.args';
    expectCreated(await applyAs(c, 'm1', deployments, withArgs(['a', 'b'])));
    await c.holds('APPLY-005', async () => {
      const refused = await applyAs(c, 'm2', deployments, withArgs(['a', 'b', 'c']));
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.spec.template.spec.containers[name="main"].args']);
      const live = await c.wire.get(deployments);
      expectField(live, args, ['a', 'b']);
      expectEqual('owners', ownersOf(live, ...place), ['m1']);
      expectEqual('owners of its items', ownersOf(live, ...place, 'v:"a"'), []);
    });
    await c.holds('APPLY-004', async () => {
      expectOk(await applyAs(c, 'm1', deployments, withArgs(['b'])));
      expectField(await c.wire.get(deployments), args, ['b']);
    });
    await c.holds('APPLY-012', async () => {
      const path = c.resource('v1', 'services').item('s');
      const service = (selector: object) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's' },
        spec: { selector, ports: [{ port: 80, protocol: 'TCP' }] },
      });
      expectCreated(await applyAs(c, 'm1', path, service({ a: '1' })));
      const refused = await applyAs(c, 'm2', path, service({ b: '2' }));
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.spec.selector']);
      expectField(await c.wire.get(path), 'spec.selector', { a: '1' });
      expectOk(await applyAs(c, 'm2', path, service({ b: '2' }), { force: 'true' }));
      expectField(await c.wire.get(path), 'spec.selector', { b: '2' });
    });
    await c.holds('APPLY-015', async () => {
      const path = c.resource('networking.{api}/v1', 'networkpolicies').item('n');
      const policy = (spec: object) => ({
        apiVersion: c.vendor.fill('networking.{api}/v1'),
        kind: 'NetworkPolicy',
        metadata: { name: 'n' },
        spec: { ...spec },
      });
      const label = (name: string) => ({ podSelector: { matchLabels: { [name]: 'x' } } });
      expectCreated(await applyAs(c, 'm1', path, policy({ ...label('a'), policyTypes: ['Ingress'] })));
      const refused = await applyAs(c, 'm2', path, policy(label('b')));
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.spec.podSelector']);
      // The struct around the atomic one is owned field by field.
      const ingress = [{ from: [{ podSelector: {} }] }];
      expectOk(await applyAs(c, 'm2', path, policy({ ...label('a'), ingress })));
      expectField(await c.wire.get(path), 'spec', { ...label('a'), policyTypes: ['Ingress'], ingress });
    });
  },
} satisfies Case;
