import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { pod, serviceAccount } from '../../fixtures/manifests.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'pods-get-an-account',
  title: 'A pod without a service account MUST get the default account of its namespace and a token mount.',
  requirements: ['AUTHN-045', 'AUTHN-046'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    await c.eventually(async () => expectOk(await c.wire.get(accounts.item('default'))));
    await createObject(c, accounts.collection, serviceAccount('robot'));
    const pods = c.resource('v1', 'pods');
    const plain = await createPod(c, pod('plain'));
    expectField(plain, 'spec.serviceAccountName', 'default');
    const mounts = expectArray(plain, 'spec.containers.0.volumeMounts').map((mount) =>
      String(fieldOf(mount, 'mountPath')),
    );
    expectThat(
      'mount paths',
      mounts.some((path) => path.endsWith('/serviceaccount')),
      'one for the token',
      mounts,
    );
    expectField(await createPod(c, pod('chosen', { serviceAccountName: 'robot' })), 'spec.serviceAccountName', 'robot');
    expectStatus(await c.wire.post(pods.collection, pod('lost', { serviceAccountName: 'absent' })), 403);
  },
} satisfies Case;
