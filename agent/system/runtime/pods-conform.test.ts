// The cases of the suite that run pods, against the agent on a real containerd; and skipped with the reason where no image is named.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { podScene } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { containersMissing, imageName, networkMissing } from '../../../fixtures/process/containerd-process.ts';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { vendorIds } from '../../../shared/vendor/profile.ts';

t.setTimeout(600_000);
const missing = containersMissing() ?? networkMissing();

interface Report {
  readonly results: readonly { readonly id: string; readonly outcome: string; readonly reason?: string }[];
}

function run(words: readonly string[]): Promise<Report> {
  const child = spawn(process.execPath, [programFile('orch-conformance'), 'run', '--report=json', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(JSON.parse(out) as Report)));
}

for (const [at, vendor] of vendorIds.entries()) {
  const options = missing === undefined ? {} : { skip: missing };
  t.test(`${vendor}: pods of the suite run as it demands (SECC-007, SECC-009, SECC-010)`, options, async (t) => {
    const network = { bridge: `orchconf${at}`, subnet: `10.244.${96 + at}.0/24` };
    const { system } = await podScene(t, network, [], vendor);
    const target = ['--kubeconfig', system.server.kubeconfig, '--area=seccomp'];
    const folder = join(system.folder, 'agent', 'seccomp');
    const { results } = await run([...target, `--pod-image=${imageName}`, `--seccomp-folder=${folder}`]);
    t.strictSame(
      results.filter(({ outcome }) => outcome !== 'passed'),
      [],
      'every case holds',
    );
    t.equal(results.length, 5);
    const without = (await run(target)).results.filter(({ outcome }) => outcome !== 'passed');
    const needing = ['profile-is-inherited', 'profile-is-missing', 'profile-of-the-node'];
    t.strictSame(without.map(({ id }) => id).toSorted(), needing);
    t.ok(without.every(({ outcome, reason = '' }) => outcome === 'skipped' && reason.includes('--pod-image')));
  });
}
