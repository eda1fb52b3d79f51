// The loop of the APIServices. It creates and corrects those of local versions. For the others it checks whether their
// servers are available, and reads what they serve. It runs on every server, independent of the selected controllers.

import type { Transport } from '../../shared/client/contract/transport.ts';
import { ApiClient } from '../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../shared/client/request/failure.ts';
import { Informer } from '../../shared/client/watch/informer.ts';
import { formatTime } from '../../shared/object/time.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { keyedLoop } from '../controller/loop/keyed-loop.ts';
import type { ObserveQueue } from '../controller/loop/queue-metrics.ts';
import { WorkQueue } from '../controller/loop/work-queue.ts';
import type { Resources } from '../registry/contract/resource.ts';
import { derived } from '../registry/derived.ts';
import type { ResourceTable } from '../registry/table.ts';
import { type AvailabilityViews, probe, serviceFault, type Verdict } from './availability.ts';
import { localVersions, managedLabel, settleLocalVersion } from './local-versions.ts';
import type { RemoteConnection } from './remote-connection.ts';
import type { RemoteDocuments } from './remote-documents.ts';
import { type ApiService, type ApiServiceCondition, type RemoteVersion, remoteVersionOf } from './remote-versions.ts';

const name = 'api-service-controller';
/** Milliseconds between two checks of the Service of a version, and of a server that cannot be reached. */
const lookAgain = 1000;
/** Milliseconds between two questions to a server that answers. */
const probeAgain = 30_000;
/** Milliseconds between two questions for what it serves. */
const readAgain = 60_000;

export interface ApiServiceLoopOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  /** Acts as the service itself. */
  readonly transport: Transport;
  readonly resources: Pick<ResourceTable, 'subscribe'>;
  /** Those that clients may use. */
  readonly served: Pick<Resources, 'version' | 'all' | 'settle'>;
  readonly views: AvailabilityViews;
  readonly connection: RemoteConnection;
  readonly documents: RemoteDocuments;
  readonly observeQueue?: ObserveQueue;
}

/** What is known of the server of one version. */
interface Watched {
  /** The part of the APIService that the state depends on: after a change the service is checked at once. */
  readonly subject: string;
  verdict: Verdict | undefined;
  probed: number;
  read: number;
}

export function apiServiceLoops(options: ApiServiceLoopOptions): readonly Loop[] {
  const { vendor, clock, log, transport, resources } = options;
  const client = new ApiClient(transport, { clock }).resource<ApiService>({
    group: vendor.fill('apiregistration.{api}'),
    version: 'v1',
    resource: 'apiservices',
  });
  const view = new Informer<ApiService>(client, { clock, log });
  const queue = new WorkQueue({
    observer: options.observeQueue?.(name),
    clock,
    onError: (apiService, error) =>
      log.warn('an APIService could not be worked on; trying again', { apiService, error }),
  });
  view.onChange({
    added: ({ metadata }) => queue.add(metadata.name ?? ''),
    modified: ({ metadata }) => queue.add(metadata.name ?? ''),
    deleted: ({ metadata }) => queue.add(metadata.name ?? ''),
  });
  const wanted = derived(options.served, (all) => localVersions(vendor, all));
  const atStart = new Set<string>();
  const settled = new Set<string>();
  const watched = new Map<string, Watched>();
  const work = async (key: string, signal: AbortSignal): Promise<number | void> => {
    const current = view.get('', key);
    const writer = { label: managedLabel(vendor), client, vendor, atStart, settled };
    await settleLocalVersion(writer, wanted().get(key), current, key, signal);
    const remote = current === undefined ? undefined : remoteVersionOf(current);
    if (current === undefined || remote === undefined) {
      watched.delete(key);
      options.documents.forget(key);
      return;
    }
    await look(options, client, watched, current, remote, signal);
    return lookAgain;
  };
  const loop = keyedLoop({
    name,
    views: [view],
    queue,
    workers: 5,
    async work(key, signal) {
      try {
        return await work(key, signal);
      } catch (error) {
        // Another writer changed or removed it: its current state decides.
        if (isNotFound(error)) return;
        if (isConflict(error)) return 0;
        throw error;
      }
    },
  });
  const following: Loop = {
    name: 'local-api-services',
    async run(signal) {
      await view.synced(signal).catch(() => {});
      if (signal.aborted) return;
      for (const { metadata } of view.list()) atStart.add(metadata.name ?? '');
      let known: ReadonlyMap<string, unknown> = new Map();
      const follow = (): void => {
        const next = wanted();
        for (const one of new Set([...known.keys(), ...next.keys()]))
          if (known.has(one) !== next.has(one)) queue.add(one);
        known = next;
      };
      follow();
      const unsubscribe = resources.subscribe(follow);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      unsubscribe();
    },
  };
  return [view, loop, following];
}

/** Checks the server, updates its condition, and reads what it serves, each when it is due. */
async function look(
  options: ApiServiceLoopOptions,
  client: ReturnType<ApiClient['resource']>,
  watched: Map<string, Watched>,
  current: ApiService,
  remote: RemoteVersion,
  signal: AbortSignal,
): Promise<void> {
  const { vendor, clock, views, connection, documents } = options;
  const subject = JSON.stringify(current.spec ?? {});
  let known = watched.get(remote.name);
  if (known?.subject !== subject) {
    known = { subject, verdict: undefined, probed: Number.NEGATIVE_INFINITY, read: Number.NEGATIVE_INFINITY };
    watched.set(remote.name, known);
  }
  const fault = serviceFault(views, remote, vendor);
  if (fault !== undefined) {
    known.verdict = fault;
    known.probed = Number.NEGATIVE_INFINITY;
  } else if (known.verdict?.status !== 'True' || clock.monotonic() - known.probed >= probeAgain) {
    known.probed = clock.monotonic();
    known.verdict = await probe(connection, remote, { vendor, clock }, signal);
  }
  const { verdict } = known;
  if (verdict !== undefined) await say(client, current, verdict, formatTime(clock.now()), signal);
  if (clock.monotonic() - known.read >= readAgain) {
    const answered = await documents.refresh(remote, signal);
    // A server that did not answer is retried soon.
    known.read = answered ? clock.monotonic() : clock.monotonic() - readAgain + 2 * lookAgain;
  }
}

/** Writes the condition where it differs. */
async function say(
  client: ReturnType<ApiClient['resource']>,
  current: ApiService,
  verdict: Verdict,
  now: string,
  signal: AbortSignal,
): Promise<void> {
  const conditions: readonly ApiServiceCondition[] = current.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'Available');
  const { status, reason, message } = verdict;
  if (before?.status === status && before.reason === reason && before.message === message) return;
  const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? now) : now;
  const next = { type: 'Available', status, lastTransitionTime, reason, message };
  const others = conditions.filter(({ type }) => type !== 'Available');
  await client.update(
    { ...current, status: { ...current.status, conditions: [...others, next] } },
    { subresource: 'status', signal },
  );
}
