// Which of several servers on one store are alive: a record of each, by its address, that the store removes unless it is
// renewed.

import type { Store } from '../contract/store.ts';

/** Outside of all collections. */
const prefix = '/orchkit/servers/';
/** Attempts to renew a record that another server with the same address renews too. */
const mostTries = 5;

export interface ServerRecordsOptions {
  readonly store: Pick<Store, 'get' | 'commit' | 'range'>;
  /** How long a record lasts. */
  readonly ttlSeconds: number;
}

/** Its calls reject when the store cannot serve. */
export class ServerRecords {
  readonly #options: ServerRecordsOptions;

  constructor(options: ServerRecordsOptions) {
    this.#options = options;
  }

  /** Writes or renews the record of the server at this address; resolves with the addresses of all records. */
  async announce(address: string): Promise<readonly string[]> {
    const { store, ttlSeconds } = this.#options;
    const key = `${prefix}${address}`;
    let expected = (await store.get(key))?.revision ?? 0;
    for (let tries = 1; ; tries += 1) {
      const result = await store.commit({ key, value: Buffer.from(address), expected, ttlSeconds });
      if (result.outcome === 'committed') return this.#addresses();
      if (tries === mostTries) throw new Error(`the record of the server at ${address} changes all the time`);
      expected = result.current?.revision ?? 0;
    }
  }

  /** Removes the record; resolves with the addresses of those that remain. */
  async withdraw(address: string): Promise<readonly string[]> {
    const { store } = this.#options;
    const key = `${prefix}${address}`;
    const entry = await store.get(key);
    if (entry !== undefined) await store.commit({ key, value: undefined, expected: entry.revision });
    return this.#addresses();
  }

  async #addresses(): Promise<readonly string[]> {
    const { entries } = await this.#options.store.range({ prefix });
    return entries.map(({ key }) => key.slice(prefix.length));
  }
}
