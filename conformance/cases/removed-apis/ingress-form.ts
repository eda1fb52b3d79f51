import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'ingress-form',
  title: "An ingress of networking v1 MUST have that version's backend form and a known path type for each path.",
  requirements: ['REMOVED-079', 'REMOVED-080', 'REMOVED-081', 'REMOVED-082', 'REMOVED-083', 'REMOVED-084'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('networking.{api}/v1');
    const ingresses = c.resource(groupVersion, 'ingresses');
    const ingress = (name: string, pathType: string | undefined, port: object) => ({
      apiVersion: groupVersion,
      kind: 'Ingress',
      metadata: { name },
      spec: {
        defaultBackend: { service: { name: 'web', port: { number: 80 } } },
        rules: [
          {
            http: {
              paths: [
                {
                  path: '/',
                  ...(pathType === undefined ? {} : { pathType }),
                  backend: { service: { name: 'web', port } },
                },
              ],
            },
          },
        ],
      },
    });
    for (const [index, type] of ['Prefix', 'Exact', 'ImplementationSpecific'].entries()) {
      const created = await createObject(
        c,
        ingresses.collection,
        ingress(`i${index}`, type, index === 0 ? { name: 'web' } : { number: 80 }),
      );
      const service = 'spec.rules.0.http.paths.0.backend.service';
      await c.holds('REMOVED-084', async () => expectField(created, 'spec.rules.0.http.paths.0.pathType', type));
      await c.holds('REMOVED-080', async () => expectField(created, `${service}.name`, 'web'));
      if (index === 0)
        await c.holds('REMOVED-082', async () => expectField(created, `${service}.port`, { name: 'web' }));
      else await c.holds('REMOVED-081', async () => expectField(created, `${service}.port`, { number: 80 }));
      await c.holds('REMOVED-079', async () => expectField(created, 'spec.defaultBackend.service.port.number', 80));
    }
    const refuse = async (manifest: object) =>
      expectStatus(await c.wire.post(ingresses.collection, manifest), 400, 422);
    await c.holds('REMOVED-083', () => refuse(ingress('none', undefined, { number: 80 })));
    await c.holds('REMOVED-084', () => refuse(ingress('other', 'Regex', { number: 80 })));
    const old = ingress('old', 'Prefix', { number: 80 });
    const backend = { serviceName: 'web', servicePort: 80 };
    await c.holds('REMOVED-079', async () => {
      const query = { fieldValidation: 'Strict' };
      const refused = await c.wire.post(ingresses.collection, { ...old, spec: { ...old.spec, backend } }, { query });
      expectFailure(refused, 400, 'BadRequest');
      expectPattern(refused, 'message', /"spec\.backend"/);
    });
  },
} satisfies Case;
