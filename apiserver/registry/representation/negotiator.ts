// What comes of an Accept header, remembered: clients send the same few with every request, and reading one costs more
// than finding the object.

import { type Format, negotiateResponse, type Representation } from '../../../shared/codec/negotiate.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** Headers remembered; beyond that the oldest is forgotten. */
const mostKnown = 256;
/** A longer header is read each time. */
const longestKnown = 512;

export class Negotiator {
  readonly #vendor: Vendor;
  readonly #formats: readonly Format[];
  readonly #known = new Map<string, Representation>();

  /** `cbor`: whether CBOR is offered. */
  constructor(vendor: Vendor, cbor: boolean) {
    this.#vendor = vendor;
    this.#formats = cbor ? ['json', 'yaml', 'protobuf', 'cbor'] : ['json', 'yaml', 'protobuf'];
  }

  /** Throws 406 when nothing that the client accepts can be made. */
  representation(accept: string | undefined, stream: boolean, pretty: boolean): Representation {
    const key = `${stream ? 's' : ''}${pretty ? 'p' : ''} ${accept ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const representation = negotiateResponse(accept, {
      vendor: this.#vendor,
      formats: this.#formats,
      allowTable: true,
      allowPartial: true,
      stream,
      pretty,
    });
    if (key.length <= longestKnown) this.#remember(key, representation);
    return representation;
  }

  #remember(key: string, representation: Representation): void {
    this.#known.set(key, representation);
    if (this.#known.size <= mostKnown) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}
