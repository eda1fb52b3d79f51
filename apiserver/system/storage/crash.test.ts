// A crash at any instruction loses nothing that was acknowledged: the service is killed under load again and again, on one
// data folder, while a watch follows it across every restart.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import type { ServerProcess } from '../../../fixtures/process/server-process.ts';
import type { ApiObject } from '../../../shared/client/index.ts';
import { createClient, createInformer } from '../../../shared/client/index.ts';

const rounds = 20;
const writers = 64;
/** Milliseconds after which no further round begins: a machine that is busy elsewhere does fewer of them. */
const enough = 120_000;

t.test(
  'kill after kill under 64 writers loses no acknowledged write, and a watch sees every one (WATCH-012)',
  { timeout: 290_000 },
  async (t) => {
    let server: ServerProcess = await startServerProcess({ vendor: 'orch' });
    const { folder, port, kubeconfig } = server;
    t.teardown(() => server.remove());
    const acknowledged = new Map<string, string>();
    const seen = new Set<string>();
    const stop = new AbortController();
    t.teardown(() => stop.abort());
    await using follower = await createClient({ kubeconfig });
    const informer = createInformer(
      follower.resource<ApiObject>({ group: '', version: 'v1', resource: 'configmaps' }).in('default'),
      // Twenty failures in a row would make it wait for half a minute.
      { backOff: { initial: 50, cap: 500 } },
    );
    informer.onChange({ added: (object) => seen.add(object.metadata.name ?? '') });
    const following = informer.run(stop.signal);
    const begun = performance.now();
    let round = 0;
    for (; round < rounds && (round === 0 || performance.now() - begun < enough); round += 1) {
      const controller = new AbortController();
      await using client = await createClient({ kubeconfig });
      const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
      const write = async (writer: number): Promise<void> => {
        for (let number = 0; !controller.signal.aborted; number += 1) {
          const name = `r${round}-w${writer}-${number}`;
          const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } };
          const created = await maps.create(object, { signal: controller.signal }).catch(() => undefined);
          if (created === undefined) return;
          acknowledged.set(name, created.metadata.resourceVersion ?? '');
        }
      };
      const writing = Array.from({ length: writers }, (_, writer) => write(writer));
      const before = acknowledged.size;
      for (let turn = 0; turn < 12_000 && acknowledged.size < before + writers; turn += 1) await sleep(5);
      await sleep(round * 5);
      await server.kill();
      controller.abort();
      await Promise.all(writing);
      server = await startServerProcess({ vendor: 'orch', folder, port });
    }
    t.ok(acknowledged.size >= round * writers, `${round} kills, ${acknowledged.size} writes were acknowledged`);
    await using client = await createClient({ kubeconfig });
    const found = new Map<string, string>();
    const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
    for await (const page of maps.listPages({ limit: 2000 })) {
      for (const { metadata } of page.items) found.set(metadata.name ?? '', metadata.resourceVersion ?? '');
    }
    const lost = [...acknowledged].filter(([name, version]) => found.get(name) !== version);
    t.strictSame(lost, [], 'every acknowledged write is there, at its version');
    const unseen = (): string[] => [...acknowledged.keys()].filter((name) => !seen.has(name));
    for (let turn = 0; turn < 1_200 && unseen().length > 0; turn += 1) await sleep(50);
    t.strictSame(unseen(), [], 'the watch saw every acknowledged write');
    t.equal(await server.stop(), 0, 'the store opens and closes clean');
    stop.abort();
    await following;
  },
);
