// Every case of the suite belongs to one profile, and profiles choose cases.

import t from 'tap';
import { cases } from '../cases/index.ts';
import { namedByProfiles, type ProfileName, profileNames, profileOf } from './profile.ts';
import { selectCases } from './select.ts';

const chosen = (...profiles: ProfileName[]) => selectCases(cases, { profiles });

t.test('every case is in one profile, and rows name existing areas and cases', async (t) => {
  const parts = profileNames.filter((name) => name !== 'all').map((name) => chosen(name).length);
  t.ok(parts.every((length) => length > 0));
  t.equal(
    parts.reduce((sum, each) => sum + each),
    cases.length,
  );
  const { areas, cases: named } = namedByProfiles();
  t.strictSame(areas.toSorted(), [...new Set(cases.map(({ area }) => area))].sort(), 'each area once');
  const ids = cases.map(({ definition }) => definition.id);
  t.strictSame(
    named.filter((id) => !ids.includes(id)),
    [],
  );
  t.throws(() => profileOf('weather', { id: 'rain' }), { message: 'the area weather is in no profile' });
});

t.test('a profile selects its cases, several profiles are alternatives, all is everything', async (t) => {
  const areasOf = (list: readonly { area: string }[]) => new Set(list.map(({ area }) => area));
  t.ok(areasOf(chosen('access')).has('rbac'));
  t.notOk(areasOf(chosen('access')).has('updating'));
  t.equal(chosen('access', 'api').length, chosen('access').length + chosen('api').length);
  t.equal(chosen('all').length, cases.length);
  t.equal(chosen('api', 'all').length, cases.length);
  t.equal(profileOf('errors', { id: 'faults-of-pods' }), 'tables', 'by its id, whatever its area');
  t.equal(profileOf('errors', { id: 'status-object' }), 'api');
  t.strictSame([...areasOf(selectCases(cases, { profiles: ['lifecycle'], areas: ['namespaces'] }))], ['namespaces']);
});

t.test('a case that needs an agent is in the agent profile, whatever its area', async (t) => {
  t.equal(profileOf('updating', { id: 'x', needs: ['namespace'] }), 'api');
  const needs = [
    'agent',
    'agent-credentials',
    'launch-agent',
    'agent-container',
    'pod-image',
    'seccomp-folder',
  ] as const;
  for (const need of needs) t.equal(profileOf('updating', { id: 'x', needs: ['namespace', need] }), 'agent', need);
});
