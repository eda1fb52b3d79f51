// The suite against this project's server, under both vendors: every case passes. The exhaustive tables, thousands of requests
// and hundreds of starts, run under one of them: what they compare differs in no more than the vendors' names, which the others
// compare. The published results have all under both.

import t from 'tap';
import { vendorIds } from '../../shared/vendor/profile.ts';
import {
  bundledServerCommand,
  bundledServerMissing,
  startBundledServer,
} from '../../fixtures/conformance/bundled-server.fixture.ts';
import { runProgram } from '../main.ts';
import type { Report } from '../report/report.ts';

/** Milliseconds for the cases under one vendor: minutes, and several times as many on a busy host. */
const limit = 1_500_000;
t.setTimeout(limit * vendorIds.length);

for (const [index, vendor] of vendorIds.entries()) {
  t.test(
    `the bundled server passes the suite under ${vendor}`,
    { timeout: limit, skip: bundledServerMissing ?? false },
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
            '--profile',
            index === 0 ? 'api,access,extension,lifecycle' : 'all',
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
      for (const result of bad) t.fail(`${result.area}/${result.id} holds`, { result });
      t.equal(code, bad.length === 0 ? 0 : 1);
      t.equal(report.target.vendor, vendor, 'the vendor is found out from the groups');
      t.ok(report.counts.passed > 300, `${report.counts.passed} cases passed`);
    },
  );
}
