import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectArray, expectField, expectText } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'preferred-versions',
  title:
    'The preferred version of a group SHOULD be its first version, served and the most stable, also when others are off.',
  requirements: ['VERB-092'],
  launch: switchedOff,
  async run(c) {
    const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const aggregated = expectArray(await c.wire.get('/apis', { accept }), 'items');
    for (const group of expectArray(await c.wire.get('/apis'), 'groups')) {
      const name = expectText(group, 'name');
      const versions = expectArray(group, 'versions').map((each) => expectText(each, 'version'));
      await c.holds('VERB-092', async () => {
        expectField(group, 'preferredVersion.version', versions[0]);
        expectField(group, 'preferredVersion.groupVersion', `${name}/${versions[0]}`);
        const own = await c.wire.get(`/apis/${name}`);
        expectOk(own);
        expectField(own, 'preferredVersion.version', versions[0]);
        expectField(own, 'versions', expectArray(group, 'versions'));
        const item = aggregated.find((each) => textAt(each, 'metadata.name') === name);
        expectEqual(
          `versions of ${name} in the aggregated form`,
          listAt(item, 'versions').map((each) => textAt(each, 'version')),
          versions,
        );
      });
      await c.holds('VERB-092', async () => {
        const [first = '', ...others] = versions;
        const rest = others.every((other) => levelOf(other) <= levelOf(first));
        expectThat(`preferred version of ${name}`, rest, 'the most stable one', versions);
        for (const version of versions) expectOk(await c.wire.get(`/apis/${name}/${version}`));
        for (const version of ['v1', 'v2', 'v1beta1', 'v1alpha1']) {
          if (!versions.includes(version)) expectStatus(await c.wire.get(`/apis/${name}/${version}`), 404);
        }
      });
    }
    await c.holds('VERB-092', async () => {
      expectField(await c.wire.get('/apis/autoscaling'), 'preferredVersion.version', 'v2');
      expectField(await c.wire.get('/apis/autoscaling'), 'versions', [
        { groupVersion: 'autoscaling/v2', version: 'v2' },
      ]);
    });
  },
} satisfies Case;

/** Returns 3 for stable, 2 for beta, 1 for alpha. */
function levelOf(version: string): number {
  if (version.includes('alpha')) return 1;
  return version.includes('beta') ? 2 : 3;
}
