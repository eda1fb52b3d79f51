import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';

export default {
  id: 'resource-switched-off',
  title: 'Disabling one resource MUST remove it from discovery and leave the other resources of its version.',
  requirements: ['VERS-045', 'VERS-100'],
  launch: switchedOff,
  async run(c) {
    const version = c.vendor.fill('/apis/networking.{api}/v1beta1');
    expectOk(await c.wire.get(`${version}/ipaddresses`));
    expectStatus(await c.wire.get(`${version}/servicecidrs`), 404);
    const names = expectArray(await c.wire.get(version), 'resources').map((each) => fieldOf(each, 'name'));
    expectThat('resources', names.includes('ipaddresses'), 'ipaddresses among them', names);
    expectThat('resources', !names.includes('servicecidrs'), 'no servicecidrs', names);
  },
} satisfies Case;
