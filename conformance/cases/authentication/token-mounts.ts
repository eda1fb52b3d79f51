import { createObject } from '../../fixtures/created-objects.ts';
import { pod, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

interface MountingContainer {
  readonly name: string;
  readonly volumeMounts?: readonly Mount[];
}

interface MountingPod {
  readonly spec: {
    readonly initContainers?: readonly MountingContainer[];
    readonly containers: readonly MountingContainer[];
    readonly volumes?: readonly {
      readonly name: string;
      readonly projected?: { readonly sources: readonly object[] };
    }[];
  };
}

const image = 'registry.invalid/pause:1';

export default {
  id: 'token-mounts',
  title:
    'A token MUST be mounted into every container that has nothing at its place, unless the pod or else its account says no, and a pod ' +
    'without secrets for its images MUST get those of its account.',
  requirements: ['AUTHN-045', 'AUTHN-046'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    const pods = c.resource('v1', 'pods');
    const imagePullSecrets = [{ name: 'of-account' }];
    await createObject(c, accounts.collection, { ...serviceAccount('mounting'), imagePullSecrets });
    await createObject(c, accounts.collection, { ...serviceAccount('silent'), automountServiceAccountToken: false });
    const mountPath = c.vendor.fill('/var/run/secrets/{label}/serviceaccount');
    const ask = async (serviceAccountName: string, spec: object = {}): Promise<Exchange> => {
      // Its account may be newer than what admission knows.
      const response = await c.eventually(async () => {
        const made = await c.wire.post(`${pods.collection}?dryRun=All`, pod('p', { serviceAccountName, ...spec }));
        expectCreated(made);
        return made;
      });
      return response;
    };
    const mountsOf = (response: Exchange) => {
      const { spec } = response.json() as MountingPod;
      const all = [...(spec.initContainers ?? []), ...spec.containers];
      return all.flatMap(({ name, volumeMounts = [] }) =>
        volumeMounts
          .filter((mount) => mount.mountPath === mountPath)
          .map(
            (mount) =>
              `${name}: ${spec.volumes?.some((one) => one.name === mount.name && one.projected) ? 'token' : 'own'}`,
          ),
      );
    };
    const many = {
      initContainers: [{ name: 'first', image }],
      containers: [
        { name: 'main', image },
        { name: 'other', image, volumeMounts: [{ name: 'empty', mountPath }] },
      ],
      volumes: [{ name: 'empty', emptyDir: {} }],
    };
    await c.holds('AUTHN-045', async () => {
      expectEqual('mounts', mountsOf(await ask('mounting', many)), ['first: token', 'main: token', 'other: own']);
      const no = { automountServiceAccountToken: false };
      expectEqual('mounts of a pod that wants none', mountsOf(await ask('mounting', no)), []);
      expectEqual('mounts where the account wants none', mountsOf(await ask('silent')), []);
      const yes = { automountServiceAccountToken: true };
      expectEqual('mounts of a pod that knows better', mountsOf(await ask('silent', yes)), ['main: token']);
    });
    // What an agent mirrors has no account, and nothing that an account may read.
    await c.holds('AUTHN-045', async () => {
      const annotations = { [c.vendor.fill('{label}/config.mirror')]: 'x' };
      const mirror = (spec: object) =>
        c.wire.post(`${pods.collection}?dryRun=All`, pod('m', { nodeName: 'none', ...spec }, { annotations }));
      const made = await mirror({});
      expectCreated(made);
      expectEqual('mounts of a mirror pod', mountsOf(made), []);
      expectField(made, 'spec.serviceAccountName', undefined);
      const projected = { sources: [{ serviceAccountToken: { path: 'token' } }] };
      for (const spec of [
        { serviceAccountName: 'mounting' },
        { imagePullSecrets },
        { volumes: [{ name: 'v', secret: { secretName: 's' } }] },
        { volumes: [{ name: 'v', projected }] },
      ]) {
        expectFailure(await mirror(spec), 403, 'Forbidden');
      }
    });
    await c.holds('AUTHN-046', async () => {
      expectField(await ask('mounting'), 'spec.imagePullSecrets', imagePullSecrets);
      const own = [{ name: 'of-pod' }];
      expectField(await ask('mounting', { imagePullSecrets: own }), 'spec.imagePullSecrets', own);
      expectField(await ask('silent'), 'spec.imagePullSecrets', undefined);
      // The older name of the field.
      const older = await c.wire.post(`${pods.collection}?dryRun=All`, pod('q', { serviceAccount: 'mounting' }));
      expectCreated(older);
      expectField(older, 'spec.serviceAccountName', 'mounting');
    });
  },
} satisfies Case;
