// Two servers on one etcd, as processes: one runs the controllers; when it is killed the other one takes over.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { etcdMissing, startEtcdProcess } from '../../fixtures/process/etcd-process.ts';
import { programFile } from '../../fixtures/process/program-file.ts';
import { isNotFound } from '../../shared/client/request/failure.ts';
import { createClient } from '../../shared/client/index.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';

const program = programFile('orch-apiserver');
const skip = etcdMissing() ?? false;
const vendor = vendorOf('orch');
const lease = vendor.fill('{short}-controller-manager');

interface Lease extends ApiObject {
  readonly spec: { readonly holderIdentity: string; readonly leaseTransitions: number };
}

/** Milliseconds that anything here may take. */
const patience = 100_000;

async function until<T>(look: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  for (const end = performance.now() + patience; performance.now() < end; await pause(50)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`never: ${what}`);
}

t.test(
  'when the server that runs the controllers is killed, another one does',
  { skip, timeout: 290_000 },
  async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    const folder = t.testdir({ a: {}, b: {} });
    const start = async (name: string): Promise<{ readonly child: ChildProcess; readonly said: () => string }> => {
      const child = spawn(process.execPath, [
        program,
        `--data-dir=${join(folder, name)}`,
        `--kubeconfig-out=${join(folder, name, 'admin.kubeconfig')}`,
        `--etcd-servers=${etcd.server}`,
        '--secure-port=0',
        '--bind-address=127.0.0.1',
        '--authorization-mode=RBAC',
        // Long enough for a machine that stands still for a while: only the kill may end a term.
        '--leader-elect-lease-duration=12s',
        '--leader-elect-renew-deadline=10s',
        '--leader-elect-retry-period=250ms',
      ]);
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      t.teardown(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      });
      await until(() => (text.includes('orch-apiserver serves') ? true : undefined), `${name} serves: ${text}`);
      return { child, said: () => text };
    };
    const leads = 'this server runs the controllers';
    const first = await start('a');
    await until(() => (first.said().includes(leads) ? true : undefined), 'the first one leads');
    // The servers trust each other's tokens and certificates.
    await cp(join(folder, 'a', 'pki'), join(folder, 'b', 'pki'), { recursive: true });
    const second = await start('b');
    t.ok(existsSync(join(folder, 'b', 'admin.kubeconfig')));
    const client = await createClient({ kubeconfig: join(folder, 'b', 'admin.kubeconfig') });
    t.teardown(() => client.close());
    const leases = client
      .resource<Lease>({ group: vendor.fill('coordination.{api}'), version: 'v1', resource: 'leases' })
      .in(vendor.fill('{short}-system'));
    const accounts = client.resource({ group: '', version: 'v1', resource: 'serviceaccounts' });
    const hasAccount = async (namespace: string): Promise<true | undefined> => {
      try {
        await accounts.in(namespace).get('default');
        return true;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    };
    const namespaces = client.resource({ group: '', version: 'v1', resource: 'namespaces' });
    const make = (name: string) => namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await make('before');
    await until(() => hasAccount('before'), 'a controller works');
    t.notMatch(second.said(), leads, 'one leads, the other waits');
    const holder = (await leases.get(lease)).spec.holderIdentity;
    first.child.kill('SIGKILL');
    await until(() => (second.said().includes(leads) ? true : undefined), 'the second one leads');
    await make('after');
    await until(() => hasAccount('after'), 'a controller works again');
    const { spec } = await leases.get(lease);
    t.not(spec.holderIdentity, holder);
    t.equal(spec.leaseTransitions, 1);
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
    t.equal(second.child.exitCode, 0, second.said());
  },
);
