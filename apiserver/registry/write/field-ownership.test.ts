import t, { type Test } from 'tap';
import type { ApiObject, ManagedFieldsEntry } from '../../../shared/object/api-object.ts';
import type { Admission } from '../../admission/contract/admission.ts';
import type { FieldOwnership } from '../contract/field-ownership.ts';
import type { Asked, InProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { fieldManagerOf } from './field-manager.ts';

const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';

/** A registry that writes down which steps a write took, in their order, with what ownership was told. */
async function recorded(t: Test): Promise<{ readonly api: InProcess; readonly steps: string[] }> {
  const steps: string[] = [];
  const revisionOf = (live: ApiObject | undefined): string => (live === undefined ? 'none' : 'stored');
  const fieldOwnership: FieldOwnership = {
    own(live, object, { resource, subresource, manager, operation, time }) {
      t.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      steps.push(`own ${resource.name}/${subresource} ${operation} of ${manager}, live: ${revisionOf(live)}`);
      object.metadata.managedFields = [{ manager }];
    },
    settle(live, object, owned) {
      const now = object.metadata.managedFields?.[0]?.manager;
      steps.push(`settle ${now}, owned: ${owned?.[0]?.manager}, live: ${revisionOf(live)}`);
      return now === 'admission' ? 'admission changed the owners' : undefined;
    },
  };
  const admission: Admission = {
    mutate({ operation }) {
      steps.push(`mutate ${operation}`);
      return undefined;
    },
    validate({ operation }) {
      steps.push(`validate ${operation}`);
      return undefined;
    },
  };
  const api = await inProcess('kubernetes', { fieldOwnership, admission });
  t.teardown(() => api.close());
  return { api, steps };
}

t.test('every write determines field owners once, before mutating admission and validation', async (t) => {
  const { api, steps } = await recorded(t);
  const expected = async (
    verb: 'create' | 'update' | 'patch',
    asked: Asked,
    told: readonly string[],
  ): Promise<void> => {
    steps.length = 0;
    const answer = await api.call(verb, 'deployments.apps', { namespace: 'a', ...asked });
    t.ok(answer.status < 300, answer.text);
    t.strictSame(steps, told);
  };
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const body = { metadata: { name: 'x' }, spec: { selector: { matchLabels: { app: 'x' } }, template } };
  const userAgent = 'tool/1.0 (linux)';
  await expected('create', { body, userAgent }, [
    'own deployments/ Update of tool, live: none',
    'mutate CREATE',
    'settle tool, owned: tool, live: none',
    'validate CREATE',
  ]);
  const changing = (subresource: string, manager: string) => [
    `own deployments/${subresource} Update of ${manager}, live: stored`,
    'mutate UPDATE',
    `settle ${manager}, owned: ${manager}, live: stored`,
    'validate UPDATE',
  ];
  await expected('update', { ...x, body, userAgent, query: 'fieldManager=me' }, changing('', 'me'));
  await expected('patch', { ...x, body: {}, userAgent, contentType: merge }, changing('', 'tool'));
  const status = { ...x, subresource: 'status', body: { status: { replicas: 1 } }, contentType: merge };
  await expected('patch', { ...status, query: 'fieldManager=s' }, changing('status', 's'));
  const scale = { ...x, subresource: 'scale', body: { spec: { replicas: 2 } }, contentType: merge };
  await expected('patch', { ...scale, query: 'fieldManager=h' }, changing('scale', 'h'));
});

t.test('a removal, a binding and the budget of an eviction have no field manager', async (t) => {
  const { api, steps } = await recorded(t);
  const pod = { metadata: { name: 'x', labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await api.call('create', 'pods', { namespace: 'a', body: pod, query: 'fieldManager=me' });
  steps.length = 0;
  const binding = { metadata: { name: 'x' }, target: { kind: 'Node', name: 'n' } };
  t.equal((await api.call('create', 'pods', { ...x, subresource: 'binding', body: binding })).status, 201);
  const bound = await api.call('get', 'pods', x);
  t.strictSame(bound.at('metadata.managedFields'), [{ manager: 'me' }], 'the entries stay');
  t.equal((await api.call('delete', 'pods', { ...x, query: 'gracePeriodSeconds=0' })).status, 200);
  t.strictSame(steps, ['mutate CREATE', 'validate CREATE', 'mutate DELETE', 'validate DELETE']);
});

t.test('a fault of field ownership in admission is a warning to the client', async (t) => {
  const entries: ManagedFieldsEntry[] = [{ manager: 'admission' }];
  const fieldOwnership: FieldOwnership = {
    own() {},
    settle(_live, object, owned) {
      t.strictSame(object.metadata.managedFields, entries);
      t.equal(owned, undefined);
      delete object.metadata.managedFields;
      return 'the owners were unreadable';
    },
  };
  const admission: Admission = {
    mutate({ object }) {
      if (object !== undefined) object.metadata.managedFields = entries;
      return undefined;
    },
    validate: () => undefined,
  };
  const api = await inProcess('kubernetes', { fieldOwnership, admission });
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  t.strictSame(made.warnings, ['the owners were unreadable']);
  t.equal(made.at('metadata.managedFields'), undefined);
});

t.test('the manager is the one that the client names, else its program', async (t) => {
  const named = (fieldManager: string, userAgent: string) => fieldManagerOf({ fieldManager }, { userAgent });
  t.equal(named('me', 'tool/1.0'), 'me');
  t.equal(named('', 'tool/1.0 (linux)/x'), 'tool');
  t.equal(named('', 'tool'), 'tool');
  t.equal(named('', ''), '');
  t.equal(named('', '/1.0'), '');
  t.equal(named('', 'to\u0000\u200Bol\u00A0ä/1'), 'toolä', 'what is not printable is left out');
  t.equal(named('', `${'ä'.repeat(70)}/1`), 'ä'.repeat(64), 'at most 128 bytes');
  t.equal(named('', 'x'.repeat(200)), 'x'.repeat(128));
});
