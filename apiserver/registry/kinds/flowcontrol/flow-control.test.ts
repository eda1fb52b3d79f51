import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const group = 'flowcontrol.apiserver.{api}';

const rule = {
  subjects: [{ kind: 'User', user: { name: 'u' } }],
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['pods'], namespaces: ['*'] }],
};
const level = { priorityLevelConfiguration: { name: 'mine' } };

t.test('a flow schema names a level, its subjects and its resources', async (t) => {
  const faultsOf = await faultFinder(t);
  const schema = (spec: object, name = 'mine') => faultsOf(`flowschemas.${group}`, name, { ...level, ...spec });
  t.strictSame(await schema({}), [], 'precedence is 1000 when nothing is said');
  t.strictSame(await schema({ rules: [rule], distinguisherMethod: { type: 'ByUser' } }), []);
  t.strictSame(await schema({ matchingPrecedence: 1 }, 'exempt'), []);
  t.match(await schema({ matchingPrecedence: 1 }), [/^spec\.matchingPrecedence: .*only the schema named 'exempt'/]);
  t.match(await schema({ matchingPrecedence: 10_001 }), [
    /^spec\.matchingPrecedence: .*must not be greater than 10000/,
  ]);
  t.match(await schema({ distinguisherMethod: { type: 'ByHost' } }), [/^spec\.distinguisherMethod\.type: Unsupported/]);
  t.match(await schema({ priorityLevelConfiguration: { name: '' } }), [/must reference a priority level$/]);
  t.match(await schema({ rules: [{ ...rule, subjects: [] }] }), [/^spec\.rules\[0\]\.subjects: .*at least one value/]);
  t.match(await schema({ rules: [{ subjects: rule.subjects }] }), [/^spec\.rules\[0\]: .*has to be non-empty/]);
  const [resourceRule] = rule.resourceRules;
  const rules = (more: object) => ({ rules: [{ ...rule, resourceRules: [{ ...resourceRule, ...more }] }] });
  t.strictSame(await schema(rules({ namespaces: [], clusterScope: true })), []);
  t.match(await schema(rules({ namespaces: [] })), [/\.namespaces: .*must supply at least one namespace/]);
  t.match(await schema(rules({ verbs: ['*', 'get'] })), [
    /\.verbs: .*if '\*' is present, must not specify other verbs/,
  ]);
});

t.test('a priority level is exempt by its name, or has limits', async (t) => {
  const faultsOf = await faultFinder(t);
  const prioritized = (spec: object, name = 'mine') => faultsOf(`prioritylevelconfigurations.${group}`, name, spec);
  const limited = (more: object) => ({ type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...more } });
  const queue = (queuing: object) => limited({ limitResponse: { type: 'Queue', queuing } });
  t.strictSame(await prioritized(limited({})), []);
  t.strictSame(await prioritized(queue({})), [], 'queues have defaults');
  t.strictSame(await prioritized({ type: 'Exempt' }, 'exempt'), []);
  t.match(await prioritized({ type: 'Exempt' }), [/^spec\.type: .*if and only if `name` is 'exempt'/]);
  t.match(
    await prioritized({ type: 'Exempt', exempt: { nominalConcurrencyShares: -1, lendablePercent: 101 } }, 'exempt'),
    [
      /^spec\.exempt\.nominalConcurrencyShares: .*must be a non-negative integer/,
      /^spec\.exempt\.lendablePercent: .*between 0 and 100, inclusive/,
    ],
  );
  t.match(await prioritized({ type: 'Exempt', limited: {} }, 'exempt'), [
    /^spec\.limited: .*must be nil if the type is not/,
  ]);
  t.match(await prioritized({ type: 'Limited' }), [/^spec\.limited: .*must not be empty when type is Limited/]);
  t.match(await prioritized(limited({ nominalConcurrencyShares: -1 })), [/non-negative integer/]);
  t.strictSame(await prioritized(limited({ nominalConcurrencyShares: 0 })), []);
  t.match(await prioritized(limited({ lendablePercent: 101 })), [/between 0 and 100, inclusive/]);
  t.match(await prioritized(limited({ limitResponse: { type: 'Wait' } })), [/limitResponse\.type: Unsupported value/]);
  t.match(await prioritized(queue({ handSize: 65 })), [/handSize: .*should not be greater than queues \(64\)/]);
});
