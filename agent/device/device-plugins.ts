// The devices of this host: lets device plug-ins register, watches what each lists, and knows what the node has by it.
// What cannot listen is tried again after a second doubling to a minute, and the agent goes on without devices; a socket
// that was removed comes back within ten seconds; a plug-in that ends, breaks off or sends what is not valid is left until it
// registers again.

import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Counter, Gauge, Metrics } from '../../shared/process/metric/metrics.ts';
import type { DeviceVersion, Vendor } from '../../shared/vendor/vendor.ts';
import { DeviceBook, type DeviceResources, maximumResources } from './device-book.ts';
import { extendedNameFault } from './extended-resource.ts';
import { connectPlugin, type PluginConnection } from './plugin-connection.ts';
import { type Registration, RegistrationRefused, serveRegistrations } from './registration-server.ts';
import { SocketFolder } from './socket-folder.ts';

export interface DevicePluginsOptions {
  /** Absolute path of the folder of the sockets. */
  readonly folder: string;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const backOff: BackOff = { initial: 1_000, cap: 60_000 };
/** Milliseconds between two checks that plug-ins can still find the agent. */
const lookPeriod = 10_000;

export class DevicePlugins implements Loop {
  readonly name = 'device-plugins';
  readonly #options: DevicePluginsOptions;
  readonly #folder: SocketFolder;
  readonly #registered: Counter;
  readonly #refused: Counter;
  readonly #connected: Gauge;
  #book = new DeviceBook();
  /** By resource: disconnects the plug-in. */
  readonly #sessions = new Map<string, AbortController>();
  readonly #watches = new Set<Promise<void>>();
  #connecting = 0;
  #keptNames = '';

  constructor(options: DevicePluginsOptions) {
    const { folder, metrics } = options;
    this.#options = options;
    this.#folder = new SocketFolder(folder);
    this.#registered = metrics.counter({
      name: 'kubelet_device_plugin_registration_total',
      help: 'Registrations of device plug-ins that were accepted, by resource.',
      labels: ['resource_name'],
      stability: 'ALPHA',
    });
    this.#refused = metrics.counter({
      name: 'node_device_plugin_refusals_total',
      help: 'Registrations of device plug-ins that were refused, by cause.',
      labels: ['cause'],
      stability: 'ALPHA',
    });
    this.#connected = metrics.gauge({
      name: 'node_device_plugins',
      help: 'Device plug-ins that are connected.',
      stability: 'ALPHA',
    });
    this.#connected.set(0);
  }

  /** The current resources of the node from its plug-ins. Reads only memory. */
  resources(): DeviceResources {
    return this.#book.resources(this.#options.clock.monotonic());
  }

  /** Before anything else: takes note of the resources that had plug-ins when the agent ran last, so that none counts until its plug-in is back. */
  async recall(): Promise<void> {
    const { clock, vendor } = this.#options;
    const earlier = await this.#folder.keptNames((name) => extendedNameFault(name, vendor) === undefined);
    this.#book = new DeviceBook(earlier, clock.monotonic());
  }

  async run(signal: AbortSignal): Promise<void> {
    let stop = await this.#listen(() => this.#folder.prepare(), signal);
    while (stop !== undefined && (await this.#isMissed(signal))) {
      this.#options.log.warn('the registration socket of device plug-ins was removed: creating it again');
      // First, because closing the server also removes its socket file.
      stop();
      // The sockets of plug-ins stay: those that are connected need not register again.
      stop = await this.#listen(() => this.#remake(), signal);
    }
    stop?.();
    await Promise.all(this.#watches);
    if (stop !== undefined) await this.#folder.remove();
  }

  /** Restores the folder and its files, but not the socket. */
  async #remake(): Promise<void> {
    await this.#folder.make();
    this.#keptNames = '';
    await this.#keepNames();
  }

  /** Resolves with true when the agent's socket is missing, with false when the signal aborts. */
  async #isMissed(signal: AbortSignal): Promise<boolean> {
    do {
      await this.#options.clock.sleep(lookPeriod, signal).catch(() => undefined);
    } while (!signal.aborted && (await this.#folder.isThere()));
    return !signal.aborted;
  }

  /** Resolves when plug-ins can register, with the function that ends that; undefined when the signal aborted before. */
  async #listen(ready: () => Promise<void>, signal: AbortSignal): Promise<(() => void) | undefined> {
    const { clock, log, vendor } = this.#options;
    for (let failures = 0, lastFault = ''; !signal.aborted; failures += 1) {
      try {
        await ready();
        return await serveRegistrations({
          socket: this.#folder.socket,
          versions: vendor.behaviour.deviceVersions,
          register: (registration, service) => this.#register(registration, service, signal),
        });
      } catch (error) {
        const fault = String(error);
        if (fault !== lastFault) log.warn('device plug-ins cannot register', { error: fault });
        lastFault = fault;
      }
      await clock.sleep(backOffDelay(backOff, failures + 1), signal).catch(() => undefined);
    }
    return undefined;
  }

  async #register(registration: Registration, service: DeviceVersion, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    this.#connecting += 1;
    try {
      await this.#admit(registration, service, signal);
    } catch (error) {
      if (error instanceof RegistrationRefused) this.#refused.increment({ cause: error.ground });
      log.warn('a device plug-in was refused', { ...registration, error: String(error) });
      throw error;
    } finally {
      this.#connecting -= 1;
    }
  }

  async #admit(registration: Registration, service: DeviceVersion, signal: AbortSignal): Promise<void> {
    const { clock, log, vendor } = this.#options;
    const { version, endpoint, resourceName: name } = registration;
    const spoken = vendor.behaviour.deviceVersions;
    if (version !== service) {
      const known = spoken.some((one) => one === version) ? `; ${version} has a service of its own` : '';
      const meant = `this service is of ${service}, and the agent speaks ${spoken.join(' and ')}${known}`;
      throw new RegistrationRefused('version', `version "${version}" is not served here: ${meant}`);
    }
    const fault = extendedNameFault(name, vendor);
    if (fault !== undefined) {
      throw new RegistrationRefused('name', `"${name}" is not the name of an extended resource: ${fault}`);
    }
    if (this.#connecting > maximumResources)
      throw new RegistrationRefused('room', 'too many plug-ins register at once');
    const socket = await this.#folder.pluginSocket(endpoint).catch((error: Error) => {
      throw new RegistrationRefused('endpoint', `endpoint "${endpoint}" ${error.message}`);
    });
    const connection = await connectPlugin(socket, service, clock, signal).catch((error: Error) => {
      throw new RegistrationRefused('connection', `endpoint "${endpoint}": ${error.message}`);
    });
    if (!this.#book.connected(name, clock.monotonic())) {
      connection.close();
      throw new RegistrationRefused('room', `there are plug-ins of ${maximumResources} resources already`);
    }
    await this.#keepNames();
    this.#registered.increment({ resource_name: name });
    log.info(`a device plug-in for ${name} registered`, { endpoint, version });
    this.#begin(name, connection, signal);
  }

  /** Watches the plug-in, which replaces the previous one for this resource. */
  #begin(name: string, connection: PluginConnection, signal: AbortSignal): void {
    this.#sessions.get(name)?.abort();
    const session = new AbortController();
    this.#sessions.set(name, session);
    this.#connected.set(this.#sessions.size);
    const watch = this.#watch(name, connection, session, signal).finally(() => this.#watches.delete(watch));
    this.#watches.add(watch);
  }

  /** Never rejects. */
  async #watch(
    name: string,
    connection: PluginConnection,
    session: AbortController,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, log } = this.#options;
    const end = (): void => session.abort();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    let why = 'it ended';
    try {
      await connection.watch((devices) => {
        if (this.#sessions.get(name) === session) this.#book.listed(name, devices);
      }, session.signal);
    } catch (error) {
      why = String(error);
    } finally {
      signal.removeEventListener('abort', end);
      connection.close();
    }
    // Another plug-in has replaced it for the resource.
    if (this.#sessions.get(name) !== session) return;
    this.#sessions.delete(name);
    this.#connected.set(this.#sessions.size);
    this.#book.disconnected(name, clock.monotonic());
    if (!signal.aborted) log.warn(`the device plug-in for ${name} is gone`, { why });
  }

  /** Of names that cannot be kept the next agent knows nothing: their last figures then stay until their plug-in is back. */
  async #keepNames(): Promise<void> {
    const { clock, log } = this.#options;
    const names = this.#book.names(clock.monotonic());
    const text = [...names].sort().join(' ');
    if (text === this.#keptNames) return;
    try {
      await this.#folder.keepNames(names);
      this.#keptNames = text;
    } catch (error) {
      log.warn('the resources of device plug-ins could not be stored', { error: String(error) });
    }
  }
}
