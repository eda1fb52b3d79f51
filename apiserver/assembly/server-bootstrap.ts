// What a server makes of its options for the objects that it must have before it is ready, and for those that may follow.

import type { Transport } from '../../shared/client/contract/transport.ts';
import { firstAddress } from '../config/folder/serving-names.ts';
import { controllersOf } from '../config/option/options.ts';
import { bootstrap, type BootstrapOptions } from '../controller/bootstrap/bootstrap.ts';
import { pacedTransport } from '../http/transport/local/paced-transport.ts';
import { nodeClientUser } from './node-connection.ts';
import type { ServerAddress } from '../config/option/server-address.ts';
import type { ServerContext } from '../context/server-context.ts';

/** Where services get their addresses when the options name no range. */
export const defaultServiceRange = '10.0.0.0/24';
/** Requests of the start-up work at once. */
const startupConcurrency = 8;

/** What the start-up work needs of the server. */
export interface BootstrapParts {
  /** Acts as a user of the system. */
  readonly masterTransport: Transport;
  /** PEM of the CAs whose client certificates count, without those of proxies. */
  readonly accessCa: string;
}

export class ServerBootstrap {
  readonly #base: ServerContext;
  readonly #parts: BootstrapParts;
  readonly #address: ServerAddress;
  readonly #signal: AbortSignal;

  /** The work ends when the signal aborts. */
  constructor(base: ServerContext, parts: BootstrapParts, address: ServerAddress, signal: AbortSignal) {
    this.#base = base;
    this.#parts = parts;
    this.#address = address;
    this.#signal = signal;
  }

  /** What is waited for. Rejects when it cannot be made. */
  needed(): Promise<void> {
    return this.#bootstrap('needed');
  }

  /** What is not awaited. A failure leaves roles of absent controllers missing; the next start makes them. */
  async rest(): Promise<void> {
    try {
      await this.#bootstrap('rest');
    } catch (error) {
      if (!this.#signal.aborted) {
        this.#base.log.warn('some default roles are missing', { error });
      }
    }
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
        port: this.#address.port,
        serviceAddress: firstAddress(options.serviceRange ?? defaultServiceRange),
        roles: this.#base.authorization.types.has('RBAC'),
        joining: options.nodeJoining ?? false,
        approveServing: options.certificateSigning?.approveServing ?? false,
        ...(options.nodeConnection?.client === undefined ? { nodeClientUser: nodeClientUser(vendor) } : {}),
        ...this.#published(),
      },
      this.#signal,
    );
  }

  /** What clients may know of the server. */
  #published(): Pick<BootstrapOptions, 'authentication' | 'clusterInfo'> {
    const { options } = this.#base;
    const { url, authority } = this.#address;
    return {
      authentication: {
        clientCa: this.#parts.accessCa,
        ...(options.requestHeader === undefined ? {} : { proxy: options.requestHeader }),
      },
      ...(controllersOf(options).runs('bootstrapsigner') ? { clusterInfo: { server: url, authority } } : {}),
    };
  }
}
