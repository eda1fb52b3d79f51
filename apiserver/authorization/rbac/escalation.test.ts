import t from 'tap';
import { escalationReason, uncovered } from './escalation.ts';

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };

t.test('a rule covers itself, wildcards cover more (RBAC-035)', async (t) => {
  t.strictSame(uncovered([pods], [pods]), []);
  t.strictSame(uncovered([{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }], [pods]), []);
  t.strictSame(uncovered([{ ...pods, resources: ['*/log'] }], [{ ...pods, resources: ['pods/log'] }]), []);
  t.strictSame(uncovered([pods], [{ ...pods, resourceNames: ['a'] }]), [], 'one name is less than all names');
  t.strictSame(
    uncovered([{ verbs: ['get'], nonResourceURLs: ['/a/*'] }], [{ verbs: ['get'], nonResourceURLs: ['/a/b/*'] }]),
    [],
  );
});

t.test('rules held apart cover a rule that joins them (RBAC-037)', async (t) => {
  const halves = [
    { ...pods, verbs: ['get'] },
    { ...pods, verbs: ['list'] },
  ];
  t.strictSame(uncovered(halves, [pods]), []);
});

t.test('missing permissions are reported with their verbs together (RBAC-070U)', async (t) => {
  t.strictSame(uncovered([pods], [{ ...pods, resources: ['pods', 'secrets'] }]), [
    { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
  ]);
  t.strictSame(uncovered([{ ...pods, resourceNames: ['a'] }], [pods]), [pods], 'one name does not cover all names');
  t.strictSame(uncovered([{ ...pods, verbs: ['get'] }], [{ ...pods, verbs: ['*'] }]), [{ ...pods, verbs: ['*'] }]);
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

t.test('a rule of billions of pieces is compared as a whole', async (t) => {
  const many = (word: string): string[] => Array.from({ length: 2000 }, (_, index) => `${word}${index}`);
  const huge = { verbs: many('v'), apiGroups: many('g'), resources: many('r') };
  t.strictSame(uncovered([pods], [huge, { ...pods, verbs: ['watch'] }, pods]), [huge, { ...pods, verbs: ['watch'] }]);
  t.strictSame(uncovered([huge], [huge]), []);
  t.strictSame(uncovered([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], [huge, huge]), []);
});
