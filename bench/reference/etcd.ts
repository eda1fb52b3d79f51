// A private etcd on a folder of the same disk, and puts to it through a Node gRPC client: the reference for durable writes.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../harness/processes.ts';
import { diskFolder } from '../harness/target.ts';
import type { PutPlan, PutResult } from './etcd-puts.ts';

export interface Etcd {
  readonly endpoint: string;
  puts(plan: Omit<PutPlan, 'endpoint'>): Promise<PutResult>;
  stop(): Promise<void>;
}

/** Undefined where etcd is not installed. */
export async function startEtcd(): Promise<Etcd | undefined> {
  const program = ['/usr/bin/etcd', '/usr/local/bin/etcd'].find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-etcd-'));
  const [client, peer] = [await freePort(), await freePort()];
  const endpoint = `127.0.0.1:${client}`;
  const pinned = existsSync('/usr/bin/taskset');
  const args = [
    `--data-dir=${folder}`,
    `--listen-client-urls=http://${endpoint}`,
    `--advertise-client-urls=http://${endpoint}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
  ];
  const child = spawn(pinned ? 'taskset' : program, pinned ? ['-c', '0', program, ...args] : args, { stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const puts = async (plan: Omit<PutPlan, 'endpoint'>): Promise<PutResult> => {
    const load = startLoad(new URL('etcd-puts.js', import.meta.url), { ...plan, endpoint });
    const result = JSON.parse(await load.line()) as PutResult;
    await load.stop();
    return result;
  };
  await sleep(500);
  await puts({ clients: 1, seconds: 0.2, bytes: 16 });
  return {
    endpoint,
    puts,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGKILL');
      await sleep(100);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
