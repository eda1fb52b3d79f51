import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked.by-zone', container: 'main' };
const path = 'conformance/checked.by-zone/main';
/** How zones without daylight saving end a time. */
const zones = {
  UTC: 'Z',
  'Asia/Kolkata': '+05:30',
  'Pacific/Marquesas': '-09:30',
  'Asia/Tokyo': '+09:00',
  'America/Bogota': '-05:00',
};

export default {
  id: 'archive-names-by-zone',
  title:
    'The name of an archive MUST have the pod, the namespace, the container and the time, as the clock of its host shows it.',
  requirements: ['CKPT-012'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      runtime.checkpoint = ({ location }) => writeFile(location, 'memory of the container');
      await Promise.all(Object.entries(zones).map(([zone, end]) => isNamed(c, runtime.endpoint, zone, end)));
    });
  },
} satisfies Case;

async function isNamed(c: CaseContext, endpoint: string, zone: string, end: string): Promise<void> {
  const agent = await c.launchAgent({
    flags: [`--container-runtime-endpoint=${endpoint}`],
    environment: { TZ: zone },
  });
  await expectForeignPods(agent, path);
  const begun = Date.now();
  const made = await agent.wire.post(`/checkpoint/${path}`, undefined);
  expectStatus(made, 200);
  const name = basename(String(expectArray(made, 'items')[0]));
  const [, time = ''] = /^checkpoint-checked\.by-zone_conformance-main-(.*)\.tar$/.exec(name) ?? [];
  expectThat(
    `time of an archive in ${zone}`,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(time) && time.endsWith(end),
    `...${end}`,
    name,
  );
  const at = Date.parse(time);
  // Whole seconds.
  expectThat(`time of an archive in ${zone}`, at > begun - 1_001 && at <= Date.now() + 1_000, 'now', time);
}
