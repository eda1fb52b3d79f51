import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { samplesOf } from '../../wire/format/metrics.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

const feature = 'AllowUnsafeMalformedObjectDeletion';

export default {
  id: 'unsafe-option-stands-alone',
  title: 'The option to delete unreadable objects MUST be refused together with any other option.',
  requirements: ['DEL-008', 'DEL-009', 'DEL-010', 'DEL-011', 'DEL-012', 'DEL-032U'],
  needs: ['namespace'],
  async run(c) {
    await skipWithoutTheFeature(c);
    const { maps } = await createConfigMaps(c, 1);
    const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    const refuse = async (other: object) =>
      expectRefused(await c.wire.delete(maps.item('m-00'), { ...unsafe, ...other }));
    await c.holds('DEL-008', () => refuse({ dryRun: ['All'] }));
    await c.holds('DEL-009', () => refuse({ gracePeriodSeconds: 0 }));
    await c.holds('DEL-010', () => refuse({ orphanDependents: false }));
    await c.holds('DEL-011', () => refuse({ preconditions: { uid: 'x' } }));
    await c.holds('DEL-012', () => refuse({ propagationPolicy: 'Background' }));
    expectOk(await c.wire.get(maps.item('m-00')));
  },
} satisfies Case;

/** A target that tells its features and has this one switched off does not know the option. */
async function skipWithoutTheFeature(c: CaseContext): Promise<void> {
  const page = (await c.wire.get('/metrics')).text();
  const gate = samplesOf(page, c.vendor.fill('{maker}_feature_enabled')).find(({ labels }) => labels.name === feature);
  if (gate?.value === 0) throw new NotObservable(`the feature ${feature} is switched off`);
}
