import { createPod } from '../../fixtures/created-objects.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'profile-of-an-ephemeral-container',
  title: 'An ephemeral container MUST take a seccomp profile of its own.',
  requirements: ['SECC-004'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const image = 'registry.invalid/pause:1';
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { schedulingGates: [{ name: 'example.test/never' }], containers: [{ name: 'app', image }] },
    };
    await createPod(c, pod);
    const add = (name: string, seccompProfile: object) =>
      c.wire.patch(pods.item('p', 'ephemeralcontainers'), 'strategic', {
        spec: { ephemeralContainers: [{ name, image, securityContext: { seccompProfile } }] },
      });
    expectOk(await add('look', { type: 'Localhost', localhostProfile: 'one.json' }));
    const [own] = expectArray(await c.wire.get(pods.item('p')), 'spec.ephemeralContainers');
    const expected = { type: 'Localhost', localhostProfile: 'one.json' };
    expectEqual('its profile', fieldOf(own, 'securityContext.seccompProfile'), expected);
    expectFailure(await add('wrong', { type: 'Localhost' }), 422, 'Invalid');
    expectFailure(await add('outside', { type: 'Localhost', localhostProfile: '../one.json' }), 422, 'Invalid');
  },
} satisfies Case;
