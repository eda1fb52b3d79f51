// The mapping of the store's keys to etcd: under a prefix, so that several stores and other users share one etcd. The
// order of keys is preserved.

import { firstKey } from '../format/key-order.ts';

/** A range of etcd's keys, the end excluded. */
export interface KeyRange {
  readonly key: string;
  readonly rangeEnd: Buffer;
}

export class KeySpace {
  readonly #root: string;

  /** `prefix` without a slash at its end, as `/registry`; '' is the whole of etcd. Throws TypeError when it does not begin with a slash. */
  constructor(prefix: string) {
    this.#root = prefix.replace(/\/+$/, '');
    if (this.#root !== '' && !this.#root.startsWith('/'))
      throw new TypeError(`the prefix ${prefix} does not begin with a slash`);
  }

  /** The key in etcd. Throws TypeError for one without a slash at its beginning: it could leave the prefix. */
  place(key: string): string {
    if (!key.startsWith('/')) throw new TypeError(`the key ${JSON.stringify(key)} does not begin with a slash`);
    return this.#root + key;
  }

  /** The store's key of a key in etcd. */
  keyOf(placed: string): string {
    return placed.slice(this.#root.length);
  }

  /** All keys with a prefix, from `start` on. */
  range(prefix: string, start?: string): KeyRange {
    const whole = prefix === '' ? '/' : prefix;
    return { key: this.place(firstKey(whole, start)), rangeEnd: afterPrefix(this.place(whole)) };
  }
}

/** The first key behind those with a prefix. UTF-8 has no byte 0xff, so adding one to the last byte never overflows. */
function afterPrefix(prefix: string): Buffer {
  const end = Buffer.from(prefix);
  const last = end.length - 1;
  end[last] = (end[last] ?? 0) + 1;
  return end;
}
