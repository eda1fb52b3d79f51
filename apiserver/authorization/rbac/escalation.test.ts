import t from 'tap';
import { escalationReason, uncovered } from './escalation.ts';

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };

t.test('what is held covers itself, wildcards cover more (RBAC-035)', async (t) => {
  t.same(uncovered([pods], [pods]), []);
  t.same(uncovered([{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }], [pods]), []);
  t.same(uncovered([{ ...pods, resources: ['*/log'] }], [{ ...pods, resources: ['pods/log'] }]), []);
  t.same(uncovered([pods], [{ ...pods, resourceNames: ['a'] }]), [], 'one name is less than all names');
  t.same(
    uncovered([{ verbs: ['get'], nonResourceURLs: ['/a/*'] }], [{ verbs: ['get'], nonResourceURLs: ['/a/b/*'] }]),
    [],
  );
});

t.test('rules held apart cover a rule that joins them (RBAC-037)', async (t) => {
  const halves = [
    { ...pods, verbs: ['get'] },
    { ...pods, verbs: ['list'] },
  ];
  t.same(uncovered(halves, [pods]), []);
});

t.test('what is missing is told with its verbs together (RBAC-070U)', async (t) => {
  t.same(uncovered([pods], [{ ...pods, resources: ['pods', 'secrets'] }]), [
    { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
  ]);
  t.same(uncovered([{ ...pods, resourceNames: ['a'] }], [pods]), [pods], 'one name does not cover all names');
  t.same(uncovered([{ ...pods, verbs: ['get'] }], [{ ...pods, verbs: ['*'] }]), [{ ...pods, verbs: ['*'] }]);
  const reason = escalationReason(
    { username: 'u', groups: ['g', 'h'], extra: new Map() },
    [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    [],
  );
  t.equal(
    reason,
    'user "u" (groups=["g" "h"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
  );
});

t.test('a rule of billions of pieces is looked at as a whole', async (t) => {
  const many = (word: string): string[] => Array.from({ length: 2000 }, (_, index) => `${word}${index}`);
  const huge = { verbs: many('v'), apiGroups: many('g'), resources: many('r') };
  t.same(uncovered([pods], [huge, { ...pods, verbs: ['watch'] }, pods]), [huge, { ...pods, verbs: ['watch'] }]);
  t.same(uncovered([huge], [huge]), []);
  t.same(uncovered([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], [huge, huge]), []);
});
