import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { aggregatedRules, fillAggregatedRoles } from './aggregation.ts';

const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
const plain = (name: string, labels: Record<string, string>, ...resources: string[]): ApiObject => ({
  apiVersion: 'x/v1',
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules: resources.map(rule),
});
const aggregated = (name: string, labels: Record<string, string>, ...marks: string[]): ApiObject => ({
  ...plain(name, labels),
  aggregationRule: { clusterRoleSelectors: marks.map((mark) => ({ matchLabels: { [mark]: 'true' } })) },
});

t.test(
  'an aggregated role holds the rules of all it selects, each once (RBAC-049, RBAC-051 to RBAC-053, RBAC-074)',
  async (t) => {
    const target = aggregated('t', {}, 'a', 'b');
    const all = [
      target,
      plain('z', { a: 'true' }, 'pods', 'secrets'),
      plain('c', { b: 'true' }, 'pods'),
      plain('other', { a: 'false' }, 'nodes'),
    ];
    t.strictSame(aggregatedRules(target, all), [rule('pods'), rule('secrets')]);
  },
);

t.test('rules are removed with their role, and nothing is written without a change (RBAC-050)', async (t) => {
  const filled = { ...aggregated('t', {}, 'a'), rules: [rule('pods')] };
  const source = plain('s', { a: 'true' }, 'pods');
  t.equal(aggregatedRules(filled, [filled, source]), undefined);
  t.strictSame(aggregatedRules(filled, [filled]), []);
  t.equal(aggregatedRules(source, [source]), undefined, 'other roles are left alone');
  const itself = { ...aggregated('t', { a: 'true' }, 'a'), rules: [rule('pods')] };
  t.strictSame(aggregatedRules(itself, [itself]), [], 'its own rules are none that it collects');
});

t.test('roles that collect from aggregated roles are filled too', async (t) => {
  const roles = fillAggregatedRoles([
    aggregated('admin', {}, 'to-admin'),
    aggregated('edit', { 'to-admin': 'true' }, 'to-edit'),
    plain('base', { 'to-edit': 'true' }, 'pods'),
  ]);
  t.strictSame(
    roles.map((role) => (role as { rules?: unknown }).rules),
    [[rule('pods')], [rule('pods')], [rule('pods')]],
  );
});
