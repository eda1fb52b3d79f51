import t, { type Test } from 'tap';
import type { Admission, AdmissionAttributes } from '../../admission/contract/admission.ts';
import { inProcess, noAdmission } from '../../../fixtures/apiserver/registry.fixture.ts';

const x = { namespace: 'a', name: 'x' };
const pod = { metadata: { name: 'x' }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };

/** A registry with a pod and an account, whose admission does this with what is sent to sub-resources. */
async function withAdmission(t: Test, change: (attributes: AdmissionAttributes) => void) {
  const shown: { phase: string; subresource: string; object: unknown }[] = [];
  const see = (phase: string, { subresource, object }: AdmissionAttributes): void => {
    if (subresource !== '') shown.push({ phase, subresource, object: structuredClone(object) });
  };
  const admission: Admission = {
    ...noAdmission,
    async mutate(attributes) {
      see('mutate', attributes);
      if (attributes.subresource !== '') change(attributes);
    },
    async validate(attributes) {
      see('validate', attributes);
    },
  };
  const api = await inProcess('kubernetes', {
    admission,
    issueToken: async ({ tokenRequest }) => ({ ...tokenRequest, status: { token: 'issued' } }),
  });
  t.teardown(() => api.close());
  await api.call('create', 'pods', { namespace: 'a', body: pod });
  await api.call('create', 'serviceaccounts', { namespace: 'a', body: { metadata: { name: 'x' } } });
  return { api, shown };
}

t.test('changes of mutating admission in a token request, a binding or an eviction are validated', async (t) => {
  const { api } = await withAdmission(t, ({ object }) => {
    if (object !== undefined) object.metadata.name = 'other';
  });
  const token = await api.call('create', 'serviceaccounts', { ...x, subresource: 'token', body: { spec: {} } });
  t.equal(token.status, 422);
  t.match(token.at('message'), 'must match the service account name if specified');
  const target = { kind: 'Node', name: 'n1' };
  const body = { metadata: { name: 'x' }, target };
  const binding = await api.call('create', 'pods', { ...x, subresource: 'binding', body });
  t.equal(binding.status, 400);
  t.equal((await api.call('get', 'pods', x)).at('spec.nodeName'), undefined, 'the pod is not bound');
  const eviction = await api.call('create', 'pods', {
    ...x,
    subresource: 'eviction',
    body: { metadata: { name: 'x' } },
  });
  t.equal(eviction.status, 400);
  t.equal((await api.call('get', 'pods', x)).status, 200, 'the pod is still there');
});

t.test('a binding without a node is refused before validating admission is asked', async (t) => {
  const { api, shown } = await withAdmission(t, () => {});
  const body = { metadata: { name: 'x' }, target: { kind: 'Node', name: '' } };
  t.equal((await api.call('create', 'pods', { ...x, subresource: 'binding', body })).status, 422);
  t.strictSame(
    shown.map(({ phase }) => phase),
    ['mutate'],
  );
});

t.test('a token request is completed before admission is shown it, and answered as admission left it', async (t) => {
  const { api, shown } = await withAdmission(t, ({ object }) => {
    if (object !== undefined) object['spec'] = { ...(object['spec'] as object), audiences: ['mutated'] };
  });
  const asked = await api.call('create', 'serviceaccounts', { ...x, subresource: 'token', body: { spec: {} } });
  t.equal(asked.status, 201);
  t.equal(asked.at('status.token'), 'issued');
  t.strictSame(asked.at('spec.audiences'), ['mutated']);
  t.strictSame(
    shown.map(({ phase, subresource }) => `${phase} ${subresource}`),
    ['mutate token', 'validate token'],
  );
  t.match(shown[0]?.object, { metadata: { namespace: 'a' }, spec: { expirationSeconds: 3600 } });
  t.match(shown[1]?.object, { metadata: { name: 'x', creationTimestamp: String } });
});
