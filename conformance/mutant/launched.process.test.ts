// Proof of the cases that start servers with flags of their own: they notice each fault of such a server. It starts
// dozens of servers, so it runs only when ORCHKIT_LAUNCHED_MUTANTS is set.

import t from 'tap';
import {
  bundledServerCommand,
  bundledServerMissing,
  startBundledServer,
} from '../../fixtures/conformance/bundled-server.fixture.ts';
import { commandWords } from '../launch/command-words.ts';
import type { PlacedCase } from '../runner/select.ts';
import { matrixText, runMatrix } from './matrix.ts';

// Some cases wait until their time limit for what a mutant never does: minutes, and more on a busy host.
t.setTimeout(900_000);

const startsServers = ({ definition: { launch, needs = [] } }: PlacedCase): boolean =>
  launch !== undefined || needs.includes('launch-server');

const asked = process.env['ORCHKIT_LAUNCHED_MUTANTS'] !== undefined;
const notNow = bundledServerMissing ?? (!asked && 'dozens of servers: set ORCHKIT_LAUNCHED_MUTANTS to run it');

t.test('no mutant of a launched server survives', { timeout: 890_000, skip: notNow }, async (t) => {
  const server = await startBundledServer('orch');
  t.teardown(() => server.stop());
  const matrix = await runMatrix({
    kubeconfig: server.kubeconfig,
    vendor: 'orch',
    parallel: 6,
    trials: 3,
    caseLimit: 12_000,
    // system/bundled.test.ts runs every case without a fault.
    sound: true,
    signal: new AbortController().signal,
    launchServer: commandWords(bundledServerCommand),
    witness: startsServers,
  });
  t.strictSame(
    matrix.trials.filter(({ survived }) => survived.length > 0),
    [],
    matrixText(matrix),
  );
  t.ok(matrix.trials.length > 20, `${matrix.trials.length} mutants`);
});
