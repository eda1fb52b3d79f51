// A server from its start to its stop: makes the parts, listens, does the start-up work, runs the controllers; and all of it
// the other way round.

import { setMaxListeners } from 'node:events';
import { awake } from '../shared/process/async/awake.ts';
import { writePrivateFile } from '../shared/process/host/private-file.ts';
import { runLoops } from '../shared/process/loop/run-loops.ts';
import { connectionFile } from './config/folder/connection-file.ts';
import { servingPair, userFile } from './config/folder/issued-access.ts';
import { type Listener, listen } from './http/transport/listener.ts';
import type { ApiServer } from './config/option/options.ts';
import { connectionsOf } from './assembly/listening-options.ts';
import { controllerLoops } from './assembly/server-controllers.ts';
import type { ServerContext } from './context/server-context.ts';
import { Installer } from './manifest/install-objects.ts';
import { definitionLoops } from './server-definitions.ts';
import { compactionLoop, memoryLoops } from './assembly/server-loops.ts';
import { buildServer, type ServerParts, startupWork } from './server-parts.ts';
import { ServerAddress } from './config/option/server-address.ts';
import { publishedObjects } from './assembly/published-objects.ts';
import { ServerBootstrap } from './assembly/server-bootstrap.ts';

/** Longest that a stop waits for open requests, in milliseconds, even if the request timeout is longer. */
const longestDrain = 25_000;
/** Milliseconds that connections get to end by themselves once nothing is under way. */
const closingGrace = 500;

/** A running server, for what works on its parts in the same process. */
export interface StartedServer {
  readonly api: ApiServer;
  readonly parts: Pick<ServerParts, 'resources' | 'watchCache'>;
}

export class RunningServer {
  readonly #base: ServerContext;
  readonly #address: ServerAddress;
  readonly #parts: ServerParts;
  readonly #bootstrap: ServerBootstrap;
  readonly #installer: Installer;
  /** Ends what the server itself needs; after the controllers. */
  readonly #end = new AbortController();
  readonly #endControllers = new AbortController();
  readonly #endCache = new AbortController();
  readonly #running: Promise<void>[] = [];
  #cache: Promise<void> = Promise.resolve();
  #controllers: Promise<void> = Promise.resolve();
  #definitions: Promise<void> = Promise.resolve();
  #published: Promise<void> = Promise.resolve();
  #listener: Listener | undefined;
  #stopping: Promise<void> | undefined;

  constructor(base: ServerContext) {
    this.#base = base;
    // Every loop listens to its signal: many listeners are no leak here.
    setMaxListeners(0, this.#end.signal, this.#endControllers.signal, this.#endCache.signal);
    this.#address = new ServerAddress(base);
    this.#parts = buildServer({ ...base, stopped: this.#end.signal, serverAddress: () => this.#address.external });
    this.#bootstrap = new ServerBootstrap(base, this.#parts, this.#address, this.#endControllers.signal);
    this.#installer = new Installer({
      ...base,
      transport: this.#parts.masterTransport,
      resources: this.#parts.resources,
      ca: base.credentials.ca.certificatePem,
    });
  }

  async start(): Promise<StartedServer> {
    const { log, metrics, options, credentials } = this.#base;
    const { watchCache, loops, readiness, stalled, rounds, connections, bodies, answer, clientCa } = this.#parts;
    try {
      const { signal } = this.#end;
      this.#cache = runLoops([watchCache], { signal: this.#endCache.signal, log, metrics });
      this.#running.push(runLoops([...loops, ...memoryLoops(this.#base)], { signal, log, metrics }));
      this.#listener = await listen({
        certificate: options.serving?.certificate ?? credentials.serving.certificatePem,
        privateKey: options.serving?.privateKey ?? credentials.serving.keyPem,
        clientCa,
        answer,
        stalled,
        rounds,
        connectionMetrics: connections,
        budget: bodies,
        ...connectionsOf(options),
        ...(options.address === undefined ? {} : { address: options.address }),
        ...(options.port === undefined ? {} : { port: options.port }),
        ...(options.unref === undefined ? {} : { unref: options.unref }),
        ...(options.limits?.maxStreams === undefined ? {} : { maxStreams: options.limits.maxStreams }),
      });
      this.#address.listensOn(this.#listener.port);
      const api = await this.#announce();
      await this.#startupWork();
      this.#definitions = runLoops(
        [
          this.#parts.definitions,
          ...definitionLoops(this.#base, this.#parts.masterTransport),
          ...this.#parts.aggregation.loops(this.#parts.masterTransport),
        ],
        {
          signal: this.#endControllers.signal,
          log,
          metrics,
        },
      );
      if (options.controllers !== false) {
        this.#controllers = runLoops(controllerLoops(this.#base, this.#parts), {
          signal: this.#endControllers.signal,
          log,
          metrics,
        });
      }
      await this.#installer.install(options, this.#endControllers.signal);
      for (const work of startupWork) {
        readiness.done(work);
      }
      this.#published = runLoops(publishedObjects(this.#base, this.#parts.masterTransport, this.#address), {
        signal: this.#endControllers.signal,
        log,
        metrics,
      });
      this.#running.push(this.#bootstrap.rest(), this.#compaction());
      return { api, parts: this.#parts };
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  async #announce(): Promise<ApiServer> {
    const { options, credentials, clock } = this.#base;
    const { url, authority: caCertificate } = this.#address;
    const access = { ca: credentials.ca, clock, url, authority: caCertificate };
    const kubeconfig = connectionFile({ url, caCertificate, client: credentials.admin });
    if (options.kubeconfigPath !== undefined) await writeConnectionFile(options.kubeconfigPath, kubeconfig);
    for (const { name, groups = [], kubeconfigPath } of options.users ?? []) {
      await writeConnectionFile(kubeconfigPath, userFile(access, name, groups));
    }
    const stop = (): Promise<void> => this.stop(options.shutdownDelay ?? 0);
    return {
      url,
      kubeconfig,
      kubeconfigPath: options.kubeconfigPath,
      caCertificate,
      user: (name, groups = []) => userFile(access, name, groups),
      servingCertificate: (hosts) => servingPair(access, hosts),
      install: (objects) => this.#installer.install(objects, this.#endControllers.signal),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  }

  async #startupWork(): Promise<void> {
    await this.#parts.cachesReady();
    this.#parts.definitions.load();
    await this.#parts.cachesReady();
    this.#parts.readiness.synced(this.#parts.readable);
    await this.#bootstrap.needed();
  }

  async #compaction(): Promise<void> {
    const { log, metrics } = this.#base;
    const loop = await compactionLoop(this.#base, this.#parts.compactor);
    if (loop !== undefined) await runLoops([loop], { signal: this.#end.signal, log, metrics });
  }

  stop(delay: number): Promise<void> {
    this.#stopping ??= awake(this.#stop(delay));
    return this.#stopping;
  }

  async #stop(delay: number): Promise<void> {
    const { clock, store, options, audit, authentication, authorization } = this.#base;
    const { readiness, requests } = this.#parts;
    readiness.stopping();
    if (delay > 0) {
      await clock.sleep(delay);
    }
    this.#endControllers.abort(new Error('the server is stopping'));
    await Promise.all([this.#controllers, this.#definitions, this.#published]);
    const patience = new AbortController();
    const { sendRetryAfter = false, watchGrace = 0 } = options.listening ?? {};
    if (!sendRetryAfter) {
      this.#listener?.stopAccepting();
    }
    const longest = Math.min(options.limits?.requestTimeout ?? 60_000, longestDrain) + watchGrace;
    await Promise.race([
      requests.drain({ over: watchGrace, clock }),
      clock.sleep(longest, patience.signal).catch(() => {}),
    ]);
    patience.abort();
    await this.#listener?.close(closingGrace);
    this.#end.abort(new Error('the server is stopping'));
    this.#endCache.abort(new Error('the server is stopping'));
    this.#parts.outbound.close();
    this.#parts.aggregation.close();
    await Promise.all([...this.#running, this.#cache]);
    await store.close();
    await authentication.close();
    await authorization.close();
    await audit?.close();
  }
}

async function writeConnectionFile(path: string, text: string): Promise<void> {
  await writePrivateFile(path, text).catch((cause: Error) => {
    throw new Error(`the connection file ${path} cannot be written: ${cause.message}`, { cause });
  });
}
