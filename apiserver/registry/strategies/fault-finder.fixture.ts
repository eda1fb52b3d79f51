// What a server says of an object that it would be asked to make.

import type { Test } from 'tap';
import type { Status } from '../../../shared/object/status-error.ts';
import { inProcess } from '../in-process.fixture.ts';

/** `resource` is `<plural>.<group>` with the group's template. Answers the fields and words of a refusal; [] when it is taken. */
export type FaultsOf = (resource: string, name: string, spec: object) => Promise<readonly string[]>;

/** Objects without a kind of their own, in the namespace `a` where kinds have one; nothing is stored. */
export async function faultFinder(t: Test): Promise<FaultsOf> {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  return async (resource, name, spec) => {
    const { status, body } = await api.call('create', api.vendor.fill(resource), {
      namespace: 'a',
      query: 'dryRun=All',
      body: { metadata: { name }, spec },
    });
    if (status === 200) return [];
    return ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  };
}
