// The whole suite against the service of this project, under both vendors: what the suite demands, the service does.

import t from 'tap';
import { vendorIds } from '../shared/vendor/profile.ts';
import { bundledServerMissing, startBundledServer } from './bundled-server.ts';
import { runProgram } from './main.ts';
import type { Report } from './report/report.ts';

for (const vendor of vendorIds) {
  t.test(
    `every case holds on the bundled service under ${vendor}`,
    { timeout: 240_000, skip: bundledServerMissing ?? false },
    async (t) => {
      const server = await startBundledServer(vendor, t.testdir({}));
      t.teardown(() => server.stop());
      let out = '';
      const code = await runProgram(
        ['run', '--kubeconfig', server.kubeconfigFile, '--report', 'json', '--parallel', '4'],
        {
          write: (text) => {
            out += text;
          },
          writeError: () => {},
          colors: false,
          signal: new AbortController().signal,
        },
      );
      const report = JSON.parse(out) as Report;
      const bad = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
      t.same(
        bad.map((result) => ({
          id: result.id,
          what: 'what' in result ? `${result.what}: ${result.expected}, got ${result.got}` : result,
        })),
        [],
      );
      t.equal(code, bad.length === 0 ? 0 : 1);
      t.equal(report.target.vendor, vendor, 'the vendor is found out from the groups');
      t.ok(report.counts.passed > 300, `${report.counts.passed} cases passed`);
    },
  );
}
