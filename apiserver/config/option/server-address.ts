// Where clients reach a server, and what they must trust to know that it is this one.

import { isIPv6 } from 'node:net';
import type { ApiServerOptions } from './options.ts';
import type { Credentials } from '../folder/credentials.ts';
import { isWildcard } from '../folder/serving-names.ts';

/** What the addresses and the trust come from. */
export interface AddressSource {
  readonly options: Pick<ApiServerOptions, 'address' | 'advertisedHost' | 'listening' | 'serving'>;
  readonly credentials: Pick<Credentials, 'ca'>;
}

export class ServerAddress {
  readonly #source: AddressSource;
  #port = 0;

  constructor(source: AddressSource) {
    this.#source = source;
  }

  /** 0: the server does not listen yet. */
  get port(): number {
    return this.#port;
  }

  listensOn(port: number): void {
    this.#port = port;
  }

  /** Host and port of the server itself. */
  get own(): string {
    const { address = '127.0.0.1', advertisedHost } = this.#source.options;
    const host = advertisedHost ?? (isWildcard(address) ? '127.0.0.1' : address);
    return `${isIPv6(host) ? `[${host}]` : host}:${this.#port}`;
  }

  get url(): string {
    return `https://${this.own}`;
  }

  /** Host and port in addresses sent to clients. */
  get external(): string {
    const { externalHost } = this.#source.options.listening ?? {};
    return externalHost === undefined ? this.own : `${externalHost}:${this.#port}`;
  }

  /** PEM of whom clients must trust. */
  get authority(): string {
    const { options, credentials } = this.#source;
    return options.serving?.certificate ?? credentials.ca.certificatePem;
  }
}
