import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { deployment, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';

const image = 'registry.invalid/pause:1';
const limited = (memory: string) => [{ name: 'main', image, resources: { limits: { memory } } }];
const resources = 'spec.template.spec.containers.0.resources';

export default {
  id: 'lower-limits',
  title:
    'PUT and PATCH MUST be able to lower limits: templates keep what was written, and only pods get requests from limits.',
  requirements: ['UPD-004', 'UPD-007', 'VERB-030'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const manifest = deployment('d') as { spec: { template: { metadata: object } } };
    const withLimit = (memory: string) => {
      const template = { ...manifest.spec.template, spec: { containers: limited(memory) } };
      return { ...manifest, spec: { ...manifest.spec, template } };
    };
    const made = await createObject(c, deployments.collection, withLimit('64Mi'));
    await c.holds('VERB-030', async () => {
      expectField(made, resources, { limits: { memory: '64Mi' } });
      const own = await createPod(c, pod('p', { containers: limited('64Mi') }));
      expectField(own, 'spec.containers.0.resources', { limits: { memory: '64Mi' }, requests: { memory: '64Mi' } });
    });
    await c.holds('UPD-007', async () => {
      const template = { spec: { containers: [{ name: 'main', resources: { limits: { memory: '32Mi' } } }] } };
      const patched = await c.wire.patch(deployments.item('d'), 'strategic', { spec: { template } });
      expectOk(patched);
      expectAbsent(patched, `${resources}.requests`);
    });
    await c.holds('UPD-004', () =>
      // Controllers may write the status in between: retry on a conflict.
      c.eventually(async () => {
        const read = await c.wire.get(deployments.item('d'));
        const text = read.text().replaceAll('"32Mi"', '"16Mi"');
        const put = await c.wire.put(deployments.item('d'), text);
        expectOk(put);
        expectField(put, resources, { limits: { memory: '16Mi' } });
      }),
    );
  },
} satisfies Case;
