// The whole suite against this project's server, under both vendors: every case passes.

import t from 'tap';
import { vendorIds } from '../../shared/vendor/profile.ts';
import {
  bundledServerCommand,
  bundledServerMissing,
  startBundledServer,
} from '../../fixtures/conformance/bundled-server.fixture.ts';
import { runProgram } from '../main.ts';
import type { Report } from '../report/report.ts';

// The whole suite runs for minutes.
t.setTimeout(1_800_000);

for (const vendor of vendorIds) {
  t.test(
    `the bundled server passes the suite under ${vendor}`,
    { timeout: 890_000, skip: bundledServerMissing ?? false },
    async (t) => {
      const server = await startBundledServer(vendor);
      t.teardown(() => server.stop());
      let out = '';
      const code = await runProgram(
        [
          [
            'run',
            '--kubeconfig',
            server.kubeconfigFile,
            '--report',
            'json',
            '--parallel',
            '12',
            '--case-timeout',
            '240',
          ],
          ['--launch-server', bundledServerCommand],
        ].flat(),
        {
          write: (text) => {
            out += text;
          },
          writeError: () => {},
          colors: false,
          terminal: false,
          signal: new AbortController().signal,
        },
      );
      const report = JSON.parse(out) as Report;
      const bad = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
      const found = bad.map((result) =>
        'what' in result ? `${result.id}: ${result.what}: ${result.expected}, got ${result.got}` : result,
      );
      t.strictSame(found, [], 'every case holds');
      t.equal(code, bad.length === 0 ? 0 : 1);
      t.equal(report.target.vendor, vendor, 'the vendor is found out from the groups');
      t.ok(report.counts.passed > 300, `${report.counts.passed} cases passed`);
    },
  );
}
