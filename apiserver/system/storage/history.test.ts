// Every answer and every watch event of many clients is held against one order of all writes, while servers are killed,
// connections cut and etcd restarted. HISTORY_SECONDS makes the histories longer (default 5 seconds each), TEST_SEED
// repeats the choices of a run.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { type CuttingProxy, startCuttingProxy } from '../../../fixtures/host/cutting-proxy.ts';
import { etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';
import { type HistoryOptions, runHistory } from '../../../fixtures/history/history.ts';
import { plainClient, readIdentity } from '../../../fixtures/history/plain-client.ts';
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../../fixtures/process/server-process.ts';

const seconds = Number(process.env['HISTORY_SECONDS'] ?? 5);
const timeout = (seconds + 200) * 1000;
/** Milliseconds after which a request without an answer is given up. */
const patience = 10_000;

/** A server that can be killed and started again behind one address whose connections can be cut. */
interface Victim {
  readonly proxy: CuttingProxy;
  readonly folder: string;
  killAndRestart(): Promise<void>;
}

async function victim(t: Test, options: ServerProcessOptions): Promise<Victim> {
  let server: ServerProcess = await startServerProcess(options);
  const { folder, port } = server;
  const proxy = await startCuttingProxy(port);
  t.teardown(async () => {
    await proxy.close();
    await server.remove();
  });
  return {
    proxy,
    folder,
    async killAndRestart() {
      await server.kill();
      server = await startServerProcess({ ...options, folder, port });
    },
  };
}

async function judge(t: Test, victims: readonly Victim[], faults: HistoryOptions['faults']): Promise<void> {
  const seed = seedOfRun();
  const [first] = victims;
  if (first === undefined) return;
  const identity = await readIdentity(join(first.folder, 'admin.kubeconfig'));
  const servers = victims.map(({ proxy }) => plainClient(identity, proxy.port, patience));
  t.teardown(() => servers.forEach((server) => server.close()));
  const report = await runHistory({ servers, seed, milliseconds: seconds * 1000, clientsPerServer: 4, faults });
  const { operations, unanswered, writes, broken, connections } = report;
  t.comment(`seed ${seed}: ${operations} operations, ${unanswered} unanswered, ${writes} writes`);
  t.comment(`${broken} faults, ${connections} connections of watches`);
  t.strictSame(report.faults.slice(0, 5), [], `the history of seed ${seed} is correct`);
  t.ok(writes > 5 && operations > writes, 'there was something to judge');
}

t.test(
  'one order explains every answer, and watches miss, repeat and reorder nothing, while the server is killed (RV-039, LIST-011, LIST-013, WATCH-013, WATCH-020)',
  { timeout },
  async (t) => {
    const server = await victim(t, { vendor: 'orch' });
    await judge(t, [server], [() => server.killAndRestart(), () => server.proxy.cut(), () => server.proxy.cut()]);
  },
);

t.test(
  'so it is with two servers on one etcd, when either server or etcd is killed and connections are cut (RV-039, RV-040, WATCH-023)',
  { timeout, skip: etcdMissing() ?? false },
  async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    const wire = await startCuttingProxy(Number(new URL(etcd.server).port));
    t.teardown(() => wire.close());
    const args = [`--etcd-servers=http://127.0.0.1:${wire.port}`];
    const first = await victim(t, { vendor: 'kubernetes', args });
    const folder = mkdtempSync(join(tmpdir(), 'orchkit-server-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    // Servers of one etcd trust each other's certificates.
    cpSync(join(first.folder, 'data', 'pki'), join(folder, 'data', 'pki'), { recursive: true });
    // Old versions come from snapshots at the first server, and from etcd's own history at the second.
    const stored = [...args, '--feature-gates=ListFromCacheSnapshot=false'];
    const second = await victim(t, { vendor: 'kubernetes', folder, args: stored });
    await judge(
      t,
      [first, second],
      [
        () => first.killAndRestart(),
        () => second.killAndRestart(),
        () => first.proxy.cut(),
        () => second.proxy.cut(),
        () => wire.cut(),
        async () => {
          await etcd.kill();
          await etcd.restart();
        },
      ],
    );
  },
);
