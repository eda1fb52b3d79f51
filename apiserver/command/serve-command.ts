// `--wait -- COMMAND...`: the server lives as long as one command, which finds it by KUBECONFIG.

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand, SignalRelay } from '../../shared/process/host/run-command.ts';
import { tuneGc } from '../../shared/process/memory/gc-tuning.ts';
import { optionsOfFlags } from '../config/table/server-options.ts';
import { clearReadyFile, writeReadyFile } from './ready-file.ts';
import type { Serving } from './serve-until-stopped.ts';

/**
 * Starts the server, runs the command once it is ready, and stops the server when the command has ended. Without --data-dir all
 * is in memory; without --secure-port and --bind-address it is any free port of loopback. Resolves with the command's exit code,
 * or 128 and the number of the signal that came before it began. Rejects when the server cannot start.
 */
export async function serveCommand(words: readonly string[], serving: Serving): Promise<number> {
  const { flags, given, log, collectGarbage, start } = serving;
  const relay = new SignalRelay();
  const options = await optionsOfFlags(flags);
  await clearReadyFile(flags['ready-file']);
  const kubeconfigPath = resolve(flags['kubeconfig-out'] ?? join(await privateFolder(), 'kubeconfig'));
  const server = await start({
    ...options,
    ...(given.has('secure-port') ? {} : { port: 0 }),
    ...(given.has('bind-address') ? {} : { address: '127.0.0.1' }),
    kubeconfigPath,
    log,
    collectGarbage,
  });
  try {
    tuneGc();
    await writeReadyFile(flags['ready-file'], server.url);
    if (relay.exitCode !== undefined) return relay.exitCode;
    return await runCommand(words, {
      environment: { KUBECONFIG: kubeconfigPath },
      relay,
      error: (text) => serving.error(`orch-apiserver: ${text}`),
    });
  } finally {
    await clearReadyFile(flags['ready-file']);
    await server.stop();
  }
}

/** Goes with this process, however it ends by itself. */
async function privateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orch-apiserver-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
