import t from 'tap';
import type { Status } from '../../../../../shared/object/status-error.ts';
import { inProcess } from '../../../../../fixtures/apiserver/registry.fixture.ts';

t.test('a refused failure policy lists the values of what was left out', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  const made = async (rule: object): Promise<readonly string[]> => {
    const body = { metadata: { name: 'x' }, spec: { template, podFailurePolicy: { rules: [rule] } } };
    const answer = await api.call('create', api.vendor.fill('jobs.batch'), { namespace: 'a', body });
    return ((answer.body as Partial<Status>).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  };
  const path = 'spec.podFailurePolicy.rules[0]';
  t.strictSame(await made({ action: '', onExitCodes: { operator: 'In', values: [1] } }), [
    `${path}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
  ]);
  t.strictSame(await made({ action: 'Ignore', onExitCodes: { operator: '', values: [1] } }), [
    `${path}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`,
  ]);
  t.strictSame(await made({ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }), []);
});
