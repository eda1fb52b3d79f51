// Which nodes a pod is meant for, and which taints it tolerates.

import t from 'tap';
import { matchesTerm, type NodeRequirement, selectsNode } from './node-selector.ts';
import { tolerates } from '../toleration.ts';

const node = { name: 'n1', labels: { zone: 'a', cores: '8', big: '9007199254740993', half: '1.5' } };

t.test('a requirement holds by its operator; numbers are whole ones, and exact', async (t) => {
  const cases: readonly (readonly [string, string | undefined, readonly string[], boolean])[] = [
    ['zone', 'In', ['a', 'b'], true],
    ['zone', 'In', [], false],
    ['none', 'In', ['a'], false],
    ['zone', 'NotIn', ['a'], false],
    ['none', 'NotIn', ['a'], true],
    ['zone', 'Exists', [], true],
    ['none', 'Exists', [], false],
    ['none', 'DoesNotExist', [], true],
    ['zone', 'DoesNotExist', [], false],
    ['cores', 'Gt', ['7'], true],
    ['cores', 'Gt', ['8'], false],
    ['cores', 'Lt', ['9'], true],
    ['cores', 'Lt', ['8'], false],
    ['big', 'Gt', ['9007199254740992'], true],
    ['half', 'Gt', ['1'], false],
    ['zone', 'Gt', ['1'], false],
    ['cores', 'Gt', [], false],
    ['cores', undefined, ['8'], false],
    ['__proto__', 'Exists', [], false],
  ];
  for (const [key, operator, values, holds] of cases) {
    const one: NodeRequirement = { key, values, ...(operator === undefined ? {} : { operator }) };
    t.equal(matchesTerm({ matchExpressions: [one] }, node), holds, JSON.stringify(one));
  }
  t.equal(matchesTerm({}, node), false, 'a term without requirements matches nothing');
  t.equal(matchesTerm({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }, node), true);
  t.equal(matchesTerm({ matchFields: [{ key: 'metadata.uid', operator: 'Exists' }] }, node), false);
});

t.test('a pod goes where all its labels and one of its terms hold', async (t) => {
  const terms = (...nodeSelectorTerms: readonly object[]) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  });
  const inZone = (...values: readonly string[]) => ({ matchExpressions: [{ key: 'zone', operator: 'In', values }] });
  t.equal(selectsNode({}, node), true);
  t.equal(selectsNode({ nodeSelector: { zone: 'a', cores: '8' } }, node), true);
  t.equal(selectsNode({ nodeSelector: { zone: 'a', cores: '9' } }, node), false);
  t.equal(selectsNode(terms(inZone('b'), inZone('a')), node), true);
  t.equal(selectsNode(terms(inZone('b')), node), false);
  t.equal(selectsNode(terms(), node), false);
});

t.test('a toleration is about one taint, or all of a key or an effect', async (t) => {
  const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
  t.equal(tolerates({ key: 'k', value: 'v' }, taint), true);
  t.equal(tolerates({ key: 'k', operator: 'Equal', value: 'w' }, taint), false);
  t.equal(tolerates({ key: 'k', operator: 'Exists', effect: 'NoExecute' }, taint), false);
  t.equal(tolerates({ key: 'k', operator: 'Exists' }, taint), true);
  t.equal(tolerates({ operator: 'Exists' }, taint), true);
  t.equal(tolerates({}, taint), false);
  t.equal(tolerates({}, { effect: 'NoSchedule' }), false, 'nothing names no key but Exists');
});
