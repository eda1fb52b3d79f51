// What comes of an Accept header, remembered: clients send the same few with every request, and reading one costs more
// than finding the object.

import { type Format, negotiateResponse, type Representation } from '../../../shared/codec/negotiate.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** Headers remembered for each kind of answer; beyond that the oldest is forgotten. */
const mostKnown = 64;
/** A longer header is read each time. */
const longestKnown = 512;

export class Negotiator {
  readonly #vendor: Vendor;
  readonly #formats: readonly Format[];
  /** By the header, for each kind of answer. */
  readonly #known = [0, 1, 2, 3, 4, 5, 6, 7].map(() => new Map<string, Representation>());

  /** `cbor`: whether CBOR is offered. */
  constructor(vendor: Vendor, cbor: boolean) {
    this.#vendor = vendor;
    this.#formats = cbor ? ['json', 'yaml', 'protobuf', 'cbor'] : ['json', 'yaml', 'protobuf'];
  }

  /** `table`: whether the answer can be one. Throws 406 when nothing that the client accepts can be made. */
  representation(accept: string | undefined, stream: boolean, pretty: boolean, table: boolean): Representation {
    const ofKind = this.#known[(table ? 4 : 0) + (stream ? 2 : 0) + (pretty ? 1 : 0)];
    const header = accept ?? '';
    const known = ofKind?.get(header);
    if (known !== undefined) return known;
    const representation = negotiateResponse(accept, {
      vendor: this.#vendor,
      formats: this.#formats,
      allowTable: table,
      allowPartial: true,
      stream,
      pretty,
    });
    if (ofKind !== undefined && header.length <= longestKnown) remember(ofKind, header, representation);
    return representation;
  }
}

function remember(known: Map<string, Representation>, header: string, representation: Representation): void {
  known.set(header, representation);
  if (known.size <= mostKnown) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
