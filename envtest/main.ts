// The program orchkit: `orchkit envtest FOLDER` writes the folder of programs that a test environment for controllers starts.
// `orchkit etcd` is the stand-in for etcd in that folder.

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { command, program } from '../shared/process/command-line/command.ts';
import { processOutput, runProgram } from '../shared/process/command-line/command-line.ts';
import { listFlag } from '../shared/process/command-line/flag.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { stopOnSignals } from '../shared/process/host/signals.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import { assetScripts, controllersVariable } from './asset-scripts.ts';
import { startStandIn } from './stand-in.ts';
import { inertWarning, standInFlags } from './stand-in-flags.ts';
import { writeAssets } from './write-assets.ts';

/** Test environments exist for this vendor only. */
const vendor = vendorOf('kubernetes');

const envtest = command({
  name: 'envtest',
  summary: 'write the folder of programs for a test environment of controllers',
  description:
    'Writes a folder with the programs that a test environment of controllers starts, and prints its path: export it as ' +
    'KUBEBUILDER_ASSETS. The programs run this installation of orchkit and this Node.',
  operands: [{ name: 'FOLDER', meaning: 'where the programs go; made when missing' }],
  flags: {
    controllers: listFlag(
      `controllers to run unless ${controllersVariable} says otherwise; * stands for all that run by default. None when not ` +
        'given, as in the usual test environment',
      {
        parse: (text) => (/^(\*|-?[a-z-]+)$/.test(text) ? text : undefined),
        what: '* or the name of a controller, with a - before it or without',
      },
    ),
  },
  run: async ({ flags, operands: [folder = ''], output }) => {
    if (process.platform === 'win32') {
      throw new Error('the programs of the folder are scripts for a POSIX shell, which this host does not have');
    }
    const programs = programsFolder();
    const [server, etcd] = await Promise.all([
      helpOf(join(programs, 'orch-apiserver.js')),
      helpOf(join(programs, 'orchkit.js'), 'etcd'),
    ]);
    const scripts = assetScripts(vendor, {
      node: process.execPath,
      programs,
      help: { server, etcd },
      version: productVersion(),
      controllers: flags.controllers.join(','),
    });
    output.out(`${await writeAssets(folder, scripts)}\n`);
  },
});

const etcd = command({
  name: 'etcd',
  summary: 'stand in for etcd in such a folder: hold its address, keep nothing',
  description:
    'Answers the health checks of a test environment, and gives the API server the path of its data folder. It is not an ' +
    'etcd server: clients of etcd are refused.',
  flags: standInFlags,
  run: async ({ flags, given, output }) => {
    const signal = stopOnSignals();
    const warning = inertWarning(given);
    if (warning !== undefined) output.error(`etcd: ${warning}\n`);
    const standIn = await startStandIn({
      dataDir: flags['data-dir'],
      sync: !flags['unsafe-no-fsync'],
      addresses: flags['listen-client-urls'],
      error: (text) => output.error(text),
    });
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    }
    await standIn.close();
  },
});

/** The help text of a program of this installation. */
async function helpOf(starter: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [starter, ...words, '--help'], { maxBuffer: 2 ** 24 });
  return stdout;
}

/** The starters lie beside the folder of this bundle. */
function programsFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}

const orchkit = program({
  name: 'orchkit',
  version: productVersion(),
  summary: 'runs tests of controllers on orchkit',
  commands: [envtest, etcd],
});

process.exitCode = await runProgram(orchkit, process.argv.slice(2), processOutput);
