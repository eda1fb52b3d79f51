// Cache of negotiated Accept headers: clients send the same few with every request, and parsing one costs more
// than finding the object.

import {
  contentTypeOf,
  type Format,
  negotiateResponse,
  type Representation,
} from '../../../../shared/codec/negotiation/negotiate.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';

/** Headers remembered for each kind of answer; beyond that the oldest is forgotten. */
const mostKnown = 64;
/** A longer header is read each time. */
const longestKnown = 512;

export class Negotiator {
  readonly #vendor: Vendor;
  readonly #formats: readonly Format[];
  /** By the header, for each kind of answer. */
  readonly #known = Array.from({ length: 16 }, () => new Map<string, Representation>());
  readonly #routed: { readonly object: readonly string[]; readonly list: readonly string[] };

  /** `cbor`: whether CBOR is offered. */
  constructor(vendor: Vendor, cbor: boolean) {
    this.#vendor = vendor;
    this.#formats = cbor ? ['json', 'yaml', 'protobuf', 'cbor'] : ['json', 'yaml', 'protobuf'];
    const object = this.#formats.map((format) => contentTypeOf(format, vendor));
    const streams = object.filter((type) => !type.endsWith('yaml')).map((type) => `${type};stream=watch`);
    this.#routed = { object, list: [...object, ...streams] };
  }

  /**
   * `table`: whether the answer can be one; `listed`: whether the same path answers watches; `protobuf`: whether the object has
   * a protobuf form. Throws 406 when nothing that the client accepts can be made.
   */
  representation(
    accept: string | undefined,
    {
      stream,
      pretty,
      table,
      listed,
      protobuf,
    }: Readonly<Record<'stream' | 'pretty' | 'table' | 'listed' | 'protobuf', boolean>>,
  ): Representation {
    const ofKind = this.#known[(protobuf ? 0 : 8) + (table ? 4 : 0) + (stream ? 2 : 0) + (pretty ? 1 : 0)];
    const header = accept ?? '';
    const known = ofKind?.get(header);
    if (known !== undefined) return known;
    const representation = negotiateResponse(accept, {
      vendor: this.#vendor,
      formats: this.#formats,
      ...(protobuf ? {} : { wholeFormats: this.#formats.filter((format) => format !== 'protobuf') }),
      allowTable: table,
      allowPartial: true,
      stream,
      pretty,
      routed: listed ? this.#routed.list : this.#routed.object,
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
