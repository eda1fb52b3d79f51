import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { findingOf } from '../../fixtures/host-stand-ins.ts';

export default {
  id: 'kernel-version',
  title: 'The nftables mode of the proxy MUST refuse kernels older than 5.13, or older than 5.4 when the check is off.',
  requirements: ['MISC-002', 'MISC-003'],
  needs: ['launch-agent'],
  async run(c) {
    const on = async (kernel: string, ...flags: readonly string[]) => {
      const finding = await findingOf(c, 'kernel', { kernel }, ['--proxy-mode=nftables', ...flags]);
      expectThat('the kernel that was found', finding.found.includes(kernel), kernel, finding.found);
      return finding;
    };
    const unchecked = '--proxy-skip-kernel-version-check';
    const old = await on('5.12.19-conformance');
    expectEqual('verdict on 5.12', old.verdict, 'failure');
    expectThat('exit code', old.code !== 0, 'other than 0', old.code);
    expectThat('advice on 5.12', old.advice !== undefined, 'what to do', old.advice);
    expectEqual('verdict on 5.13', (await on('5.13.0-conformance')).verdict, 'ok');
    // Versions are compared as numbers, the minor one only within the same major one.
    expectEqual('verdict on 5.4', (await on('5.4.0-conformance')).verdict, 'failure');
    expectEqual('verdict on 6.1', (await on('6.1.0-conformance')).verdict, 'ok');
    const allowed = await on('5.4.0-conformance', unchecked);
    expectThat('verdict on 5.4 without the check', allowed.verdict !== 'failure', 'no failure', allowed.verdict);
    expectEqual('verdict on 5.3 without the check', (await on('5.3.18-conformance', unchecked)).verdict, 'failure');
  },
} satisfies Case;
