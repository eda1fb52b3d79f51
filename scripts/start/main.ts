// `npm start` after the set-up: reads the options and runs the launcher.

import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeAddress } from '../../agent/cri/runtime-address.ts';
import { checkDns1123Subdomain } from '../../shared/object/names.ts';
import { program } from '../../shared/process/command-line/command.ts';
import { runProgram } from '../../shared/process/command-line/command-line.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { choiceFlag, integerFlag, switchFlag, textFlag } from '../../shared/process/command-line/flag.ts';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { productVersion } from '../../shared/process/host/product-version.ts';
import { stopOnSignals } from '../../shared/process/host/signals.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { launch } from './launch.ts';
import { wordsFromNpm } from './npm-words.ts';
import { simulatorSocket } from './programs.ts';
import { plainScreen, terminalScreen } from './screen.ts';

const clone = fileURLToPath(new URL('../../..', import.meta.url));
const port = { max: 65_535 };
/** Bytes that the path of a socket may have. */
const longestSocket = process.platform === 'linux' ? 107 : 103;

const startFlags = {
  once: switchFlag('end with exit code 0 when the node is Ready and its lease was renewed twice'),
  vendor: choiceFlag('vendor whose API names are used', vendorIds, { default: 'orch' }),
  'data-dir': textFlag('folder for everything (default: .orchkit/<vendor> in the clone)', { value: 'FOLDER' }),
  port: integerFlag('port of the API service; 0: any free one', { ...port, default: 6443 }),
  'agent-port': integerFlag('port of the agent; 0: any free one', { ...port, default: 10_250 }),
  'healthz-port': integerFlag("port of the agent's plain health endpoint; 0: none", { ...port, default: 10_248 }),
  'node-name': textFlag('name of the node (default: the host name)', { value: 'NAME' }),
  'container-runtime-endpoint': textFlag(
    'socket of the container runtime (default: one that answers, else the simulator)',
    {
      value: 'ENDPOINT',
    },
  ),
};

const start = program({
  name: 'npm start --',
  version: productVersion(),
  summary: 'run the API service with this host joined to it, and show the node',
  flags: startFlags,
  run: async ({ flags }) => {
    const endpoint = flags['container-runtime-endpoint'];
    if (endpoint !== undefined) checkEndpoint(endpoint);
    if (flags['data-dir'] === '') throw new UsageError('--data-dir: "" is not a path');
    const folder = resolve(flags['data-dir'] ?? join(clone, '.orchkit', flags.vendor));
    if (Buffer.byteLength(simulatorSocket(folder)) > longestSocket)
      throw new UsageError(
        `--data-dir: ${folder} is too long: sockets lie in it, whose paths may have ${longestSocket} bytes`,
      );
    const nodeName = (flags['node-name'] ?? hostname()).toLowerCase();
    const [fault] = checkDns1123Subdomain(nodeName);
    if (fault !== undefined) throw new UsageError(`--node-name: "${nodeName}" cannot name a node: ${fault}`);
    await makeFolder(folder, 0o700);
    const screen = process.stdout.isTTY ? terminalScreen(process.stdout) : plainScreen(process.stdout);
    // Also when a second signal ends the launcher at once.
    process.once('exit', () => screen.close());
    await launch({
      vendor: vendorOf(flags.vendor),
      folder,
      port: flags.port,
      agentPort: flags['agent-port'],
      healthzPort: flags['healthz-port'],
      nodeName,
      runtimeEndpoint: endpoint,
      once: flags.once,
      screen,
      clock: systemClock,
      signal: stopOnSignals(),
    });
  },
});

function checkEndpoint(endpoint: string): void {
  try {
    runtimeAddress(endpoint);
  } catch (error) {
    throw new UsageError(`--container-runtime-endpoint: ${(error as Error).message}`);
  }
}

const npm = wordsFromNpm(startFlags, process.env);
if (npm.fault === undefined) process.exitCode = await runProgram(start, [...npm.words, ...process.argv.slice(2)]);
else {
  process.stderr.write(`npm start: ${npm.fault}\n`);
  process.exitCode = 2;
}
