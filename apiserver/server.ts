// Starts and stops a server: opens the store, makes the parts, listens, does the start-up work, runs the controllers; and
// all of it the other way round.

import { setMaxListeners } from 'node:events';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { awake, keepAwake } from '../shared/process/async/awake.ts';
import { recordBuild } from '../shared/process/metric/build-metric.ts';
import type { Clock } from '../shared/process/time/clock.ts';
import { FeatureGates } from '../shared/process/command-line/feature-gates.ts';
import { recordFeatureGates } from '../shared/process/metric/feature-metric.ts';
import { makeFolder } from '../shared/process/host/folder.ts';
import { silentLog } from '../shared/process/log/log.ts';
import { createMetrics } from '../shared/process/metric/metrics.ts';
import { writePrivateFile } from '../shared/process/host/private-file.ts';
import { recordProcess } from '../shared/process/metric/process-metrics.ts';
import { runLoops } from '../shared/process/loop/run-loops.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import { connectionFile } from './config/folder/connection-file.ts';
import { type Credentials, loadCredentials } from './config/folder/credentials.ts';
import { keepVendor } from './config/folder/folder-vendor.ts';
import { originRule } from './config/option/origin-rule.ts';
import { serverGates } from './config/option/gates.ts';
import { absentGates } from './config/option/absent-parts.ts';
import { checkRuntimeConfig } from './config/option/runtime-config.ts';
import { firstAddress, isWildcard, servingNames } from './config/folder/serving-names.ts';
import { bootstrap } from './controller/bootstrap/bootstrap.ts';
import { type Listener, listen } from './http/transport/listener.ts';
import { pacedTransport } from './http/transport/local/paced-transport.ts';
import { checkOptions } from './config/table/server-options.ts';
import { type ApiServer, type ApiServerOptions, controllersOf, modesOf } from './config/option/options.ts';
import { apiVersion } from './endpoint/version.ts';
import { nodeClientUser } from './node-connection.ts';
import { connectionsOf } from './listening-options.ts';
import { openAudit } from './open-audit.ts';
import { openStore } from './open-store.ts';
import { controllerLoops } from './server-controllers.ts';
import type { ServerContext } from './server-context.ts';
import { definitionLoops } from './server-definitions.ts';
import { compactionLoop, memoryLoops } from './server-loops.ts';
import { buildServer, type ServerParts, startupWork } from './server-parts.ts';

const defaultServiceRange = '10.0.0.0/24';
/** Longest that a stop waits for requests under way, in milliseconds, whatever the request timeout is. */
const longestDrain = 25_000;
/** Milliseconds that connections get to end by themselves once nothing is under way. */
const closingGrace = 500;
/** Requests of the start-up work at once. */
const startupConcurrency = 8;

/**
 * Starts a complete server in this process and resolves when it is ready. Several may run at once; each is its own. Rejects
 * with one clear Error when the port is taken, the folder cannot be used or an option is wrong; then nothing is left
 * running.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  return (await startServer(options)).api;
}

/** A running server, for what works on its parts in the same process. */
export interface StartedServer {
  readonly api: ApiServer;
  readonly parts: Pick<ServerParts, 'resources' | 'watchCache'>;
}

/** As `startApiServer`. */
export async function startServer(options: ApiServerOptions = {}): Promise<StartedServer> {
  checkOptions(options);
  const { clock = systemClock, log = silentLog } = options;
  const vendor = vendorOf(options.vendor ?? 'orch');
  checkRuntimeConfig(vendor, options.runtimeConfig ?? {});
  const { major, minor, patch } = apiVersion;
  const shown = options.showHiddenMetricsFor;
  const metrics = createMetrics({
    version: `${major}.${minor}`,
    log,
    ...(shown === undefined ? {} : { showHiddenForVersion: shown }),
  });
  recordProcess(metrics);
  recordBuild(metrics, vendor, `v${major}.${minor}.${patch}`);
  const gates = new FeatureGates(serverGates, new Map(Object.entries(options.featureGates ?? {})), absentGates);
  for (const warning of gates.warnings) log.warn(warning);
  const allowedOrigin = await originRule(options.corsAllowedOrigins);
  recordFeatureGates(gates, metrics, vendor.fill('{maker}_feature_enabled'));
  if (options.dataDir !== undefined) {
    await makeFolder(options.dataDir, 0o700);
  }
  const audit = await openAudit(options.audit, { vendor, clock, log, metrics });
  const { store, loops, checks } = await openStore(options, vendor, { clock, log, metrics }).catch(
    async (error: unknown) => {
      await audit?.close();
      throw error;
    },
  );
  const letGo = keepAwake();
  try {
    if (options.dataDir !== undefined) {
      await keepVendor(options.dataDir, vendor.id);
    }
    const credentials = await credentialsOf(options, vendor, clock);
    return await new RunningServer({
      options,
      vendor,
      clock,
      log,
      metrics,
      gates,
      store,
      storeLoops: loops,
      storeChecks: checks,
      audit,
      credentials,
      allowedOrigin,
    }).start();
  } catch (error) {
    await store.close();
    await audit?.close();
    throw error;
  } finally {
    letGo();
  }
}

function credentialsOf(options: ApiServerOptions, vendor: Vendor, clock: Clock): Promise<Credentials> {
  const further = [options.address, options.advertisedHost].filter((name) => name !== undefined);
  return loadCredentials({
    folder: options.certificateFolder ?? (options.dataDir === undefined ? undefined : join(options.dataDir, 'pki')),
    ...servingNames(vendor, options.serviceRange ?? defaultServiceRange, further),
    clock,
  });
}

class RunningServer {
  readonly #base: ServerContext;
  readonly #parts: ServerParts;
  /** Ends what the server itself needs; after the controllers. */
  readonly #end = new AbortController();
  readonly #endControllers = new AbortController();
  readonly #endCache = new AbortController();
  readonly #running: Promise<void>[] = [];
  #cache: Promise<void> = Promise.resolve();
  #controllers: Promise<void> = Promise.resolve();
  #definitions: Promise<void> = Promise.resolve();
  #listener: Listener | undefined;
  #stopping: Promise<void> | undefined;

  constructor(base: ServerContext) {
    this.#base = base;
    // Every loop listens to its signal: many listeners are no leak here.
    setMaxListeners(0, this.#end.signal, this.#endControllers.signal, this.#endCache.signal);
    this.#parts = buildServer({ ...base, stopped: this.#end.signal, serverAddress: () => this.#externalAddress() });
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
      const api = await this.#announce();
      await this.#startupWork();
      this.#definitions = runLoops(
        [this.#parts.definitions, ...definitionLoops(this.#base, this.#parts.masterTransport)],
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
      for (const work of startupWork) {
        readiness.done(work);
      }
      this.#running.push(this.#laterWork(), this.#compaction());
      return { api, parts: this.#parts };
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  #address(): string {
    const { address = '127.0.0.1', advertisedHost } = this.#base.options;
    const host = advertisedHost ?? (isWildcard(address) ? '127.0.0.1' : address);
    return `${isIPv6(host) ? `[${host}]` : host}:${this.#listener?.port ?? 0}`;
  }

  /** Host and port in addresses sent to clients. */
  #externalAddress(): string {
    const { externalHost } = this.#base.options.listening ?? {};
    return externalHost === undefined ? this.#address() : `${externalHost}:${this.#listener?.port ?? 0}`;
  }

  async #announce(): Promise<ApiServer> {
    const { options, credentials } = this.#base;
    const url = `https://${this.#address()}`;
    const caCertificate = this.#servingAuthority();
    const kubeconfig = connectionFile({ url, caCertificate, client: credentials.admin });
    if (options.kubeconfigPath !== undefined) {
      await writePrivateFile(options.kubeconfigPath, kubeconfig).catch((cause: Error) => {
        throw new Error(`the connection file ${options.kubeconfigPath} cannot be written: ${cause.message}`, { cause });
      });
    }
    const stop = (): Promise<void> => this.stop(options.shutdownDelay ?? 0);
    return {
      url,
      kubeconfig,
      kubeconfigPath: options.kubeconfigPath,
      caCertificate,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  }

  /** PEM of whom clients must trust. */
  #servingAuthority(): string {
    const { options, credentials } = this.#base;
    return options.serving?.certificate ?? credentials.ca.certificatePem;
  }

  async #startupWork(): Promise<void> {
    await this.#parts.cachesReady();
    this.#parts.definitions.load();
    await this.#parts.cachesReady();
    this.#parts.readiness.synced(this.#parts.readable);
    await this.#bootstrap('needed');
  }

  async #bootstrap(part: 'needed' | 'rest'): Promise<void> {
    const { vendor, clock, log, options } = this.#base;
    await bootstrap(
      {
        vendor,
        clock,
        log,
        part,
        transport: pacedTransport(this.#parts.masterTransport, startupConcurrency),
        port: this.#listener?.port ?? 0,
        serviceAddress: firstAddress(options.serviceRange ?? defaultServiceRange),
        roles: modesOf(options).includes('RBAC'),
        joining: options.nodeJoining ?? false,
        approveServing: options.certificateSigning?.approveServing ?? false,
        ...(options.nodeConnection?.client === undefined ? { nodeClientUser: nodeClientUser(vendor) } : {}),
        authentication: {
          clientCa: this.#parts.accessCa,
          ...(options.requestHeader === undefined ? {} : { proxy: options.requestHeader }),
        },
        ...(controllersOf(options).runs('bootstrapsigner')
          ? { clusterInfo: { server: `https://${this.#address()}`, authority: this.#servingAuthority() } }
          : {}),
      },
      this.#endControllers.signal,
    );
  }

  /** Work that is not awaited. A failure leaves roles of absent controllers missing; the next start makes them. */
  async #laterWork(): Promise<void> {
    try {
      await this.#bootstrap('rest');
    } catch (error) {
      if (!this.#endControllers.signal.aborted) {
        this.#base.log.warn('some default roles are missing', { error });
      }
    }
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
    const { clock, store, options, audit } = this.#base;
    const { readiness, requests } = this.#parts;
    readiness.stopping();
    if (delay > 0) {
      await clock.sleep(delay);
    }
    this.#endControllers.abort(new Error('the server is stopping'));
    await Promise.all([this.#controllers, this.#definitions]);
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
    await Promise.all([...this.#running, this.#cache]);
    await store.close();
    await audit?.close();
  }
}
