import { pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { createPod } from '../../fixtures/created-objects.ts';

const image = 'registry.invalid/pause:1';
const mounted = (mount: object) => ({
  containers: [{ name: 'main', image, volumeMounts: [{ name: 'v', mountPath: '/m', ...mount }] }],
  volumes: [{ name: 'v', emptyDir: {} }],
});
const filled = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const profile = (localhostProfile: string) => ({
  securityContext: { seccompProfile: { type: 'Localhost', localhostProfile } },
});
const fieldRef = { fieldPath: 'metadata.name' };

/** Pod specifications with file paths that leave their allowed folder. */
const outside: Readonly<Record<string, object>> = {
  'profile with steps back': profile('../../etc/profile.json'),
  'profile with steps back inside': profile('a/../../b.json'),
  'profile from the root': profile('/etc/profile.json'),
  'part of a volume with steps back': mounted({ subPath: '../x' }),
  'part of a volume with steps back inside': mounted({ subPath: 'a/../../x' }),
  'part of a volume from the root': mounted({ subPath: '/x' }),
  'part by variables with steps back': mounted({ subPathExpr: '../$(A)' }),
  'part by variables from the root': mounted({ subPathExpr: '/$(A)' }),
  'path of the host with steps back': filled({ hostPath: { path: '/var/../etc' } }),
  'key of a secret with steps back': filled({ secret: { secretName: 's', items: [{ key: 'k', path: '../x' }] } }),
  'key of a secret from the root': filled({ secret: { secretName: 's', items: [{ key: 'k', path: '/x' }] } }),
  'key of a config map with steps back': filled({ configMap: { name: 'm', items: [{ key: 'k', path: 'a/../../x' }] } }),
  'own field with steps back': filled({ downwardAPI: { items: [{ path: '../x', fieldRef }] } }),
  'own field from the root': filled({ downwardAPI: { items: [{ path: '/x', fieldRef }] } }),
  'projected key with steps back': filled({
    projected: { sources: [{ secret: { name: 's', items: [{ key: 'k', path: '../x' }] } }] },
  }),
  'projected token with steps back': filled({
    projected: { sources: [{ serviceAccountToken: { path: '../x', expirationSeconds: 3600 } }] },
  }),
  'repository in a folder with steps back': filled({ gitRepo: { repository: 'r', directory: '../x' } }),
};

export default {
  id: 'paths-in-pods',
  title: 'A pod with file paths that leave their allowed folder MUST be refused, in every field with a path.',
  requirements: ['FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('fit', mounted({ subPath: 'a/..b/c' })));
    for (const [what, spec] of Object.entries(outside)) {
      const name = what.replaceAll(' ', '-');
      expectStatus(await c.wire.post(pods.collection, pod(name, { ...spec })), 400, 422);
      expectStatus(await c.wire.get(pods.item(name)), 404);
    }
  },
} satisfies Case;
