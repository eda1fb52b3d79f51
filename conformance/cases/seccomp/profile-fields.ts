import { createPod } from '../../fixtures/created-objects.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

const app = { name: 'app', image: 'registry.invalid/pause:1' };
const profile = (type: string, localhostProfile?: string) => ({
  seccompProfile: { type, ...(localhostProfile === undefined ? {} : { localhostProfile }) },
});

export default {
  id: 'profile-fields',
  title:
    'Pods and their containers MUST take seccomp profiles, of three types and with a file where it is one of the node.',
  requirements: ['SECC-001', 'SECC-002', 'SECC-003', 'SECC-005', 'SECC-006', 'SECC-022'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const podOf = (name: string, spec: object) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { schedulingGates: [{ name: 'example.test/never' }], containers: [app], ...spec },
    });
    await c.holds(['SECC-001', 'SECC-002', 'SECC-003'], async () => {
      const file = profile('Localhost', 'profiles/one.json');
      const spec = {
        securityContext: profile('RuntimeDefault'),
        containers: [{ ...app, securityContext: profile('Unconfined') }],
        initContainers: [{ ...app, name: 'first', securityContext: file }],
      };
      await createPod(c, podOf('takes', spec));
      const read = await c.wire.get(pods.item('takes'));
      expectField(read, 'spec.securityContext.seccompProfile.type', 'RuntimeDefault');
      const own = (list: string): unknown => fieldOf(expectArray(read, `spec.${list}`)[0], 'securityContext');
      expectEqual('profile of the container', own('containers'), profile('Unconfined'));
      expectEqual('profile of the initial container', own('initContainers'), file);
    });
    await c.holds(['SECC-001', 'SECC-002', 'SECC-003', 'SECC-005'], async () => {
      for (const [name, security] of [
        ['file', profile('Localhost', 'profiles/one.json')],
        ['default', profile('RuntimeDefault')],
        ['free', profile('Unconfined')],
      ] as const) {
        const initContainers = [{ ...app, name: 'first', securityContext: security }];
        const containers = [{ ...app, securityContext: security }];
        await createPod(c, podOf(name, { securityContext: security, containers, initContainers }));
        const read = await c.wire.get(pods.item(name));
        for (const level of ['spec', 'spec.containers.0', 'spec.initContainers.0'])
          expectField(read, `${level}.securityContext.seccompProfile`, security.seccompProfile);
      }
    });
    const levels: Readonly<Record<string, (security: object) => object>> = {
      pod: (securityContext) => ({ securityContext }),
      container: (securityContext) => ({ containers: [{ ...app, securityContext }] }),
      initial: (securityContext) => ({ initContainers: [{ ...app, name: 'first', securityContext }] }),
    };
    const refused = async (security: object): Promise<void> => {
      for (const [level, at] of Object.entries(levels)) {
        expectFailure(await c.wire.post(pods.collection, podOf(`refused-${level}`, at(security))), 422, 'Invalid');
      }
    };
    await c.holds('SECC-005', async () => {
      for (const type of ['Nothing', 'localhost', '']) await refused(profile(type));
    });
    await c.holds('SECC-006', async () => {
      await refused(profile('Localhost'));
      // No pod names files of the node outside the folder of profiles.
      for (const file of ['/etc/one.json', 'profiles/../../one.json']) await refused(profile('Localhost', file));
    });
    await c.holds('SECC-022', async () => {
      for (const type of ['RuntimeDefault', 'Unconfined']) await refused(profile(type, 'one.json'));
    });
  },
} satisfies Case;
