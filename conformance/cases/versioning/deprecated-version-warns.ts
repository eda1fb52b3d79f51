import { expectNoHeader, warningsAbout, warningsOf } from '../../wire/expect/headers.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'deprecated-version-warns',
  title: 'Every response of a deprecated version MUST warn with version and kind; its replacement MUST NOT.',
  requirements: ['VERS-077', 'VERS-104', 'VERS-106U', 'ERR-016'],
  launch: switchedOn,
  async run(c) {
    const group = c.vendor.fill('/apis/networking.{api}');
    const list = await c.wire.get(`${group}/v1beta1/ipaddresses`);
    expectOk(list);
    expectThat('warnings', warningsAbout(list, 'deprecated') === 1, 'one about the deprecation', warningsOf(list));
    const [warning] = warningsOf(list);
    expectThat('code of the warning', warning?.code === 299, '299', warning);
    for (const part of [c.vendor.fill('networking.{api}/v1beta1'), 'IPAddress']) {
      expectThat('text of the warning', warning?.text.includes(part) === true, part, warning?.text);
    }
    const missing = await c.wire.get(`${group}/v1beta1/ipaddresses/10.254.254.254`);
    expectThat('warnings of a failure', warningsAbout(missing, 'deprecated') === 1, 'one', warningsOf(missing));
    // Who only writes by that version is warned too. None of these changes anything.
    const item = `${group}/v1beta1/ipaddresses/10.254.254.254`;
    const apiVersion = c.vendor.fill('networking.{api}/v1beta1');
    const address = { apiVersion, kind: 'IPAddress', metadata: { name: '10.254.254.254' } };
    const query = { dryRun: 'All' };
    for (const answer of [
      await c.wire.post(`${group}/v1beta1/ipaddresses`, address, { query }),
      await c.wire.patch(item, 'merge', {}, { query }),
      await c.wire.delete(item, undefined, { query }),
    ]) {
      expectRefused(answer);
      expectThat('warnings of a write', warningsAbout(answer, 'deprecated') === 1, 'one', warningsOf(answer));
    }
    expectNoHeader(await c.wire.get(`${group}/v1/ipaddresses`), 'warning');
  },
} satisfies Case;
