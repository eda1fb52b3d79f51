// Objects, and only their metadata, as protobuf: what is kept of an object is its message as a list holds it, which is also
// how its envelope ends.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { CachedObject, FormMaker } from '../../../storage/contract/resource-cache.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { ProtobufCodec } from '../output/protobuf-codec.ts';
import type { Item, Shell, SplicedForm } from './spliced-form.ts';
import { metadataElement, withVersion } from '../../../../shared/codec/protobuf/protobuf-splice.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { decodeJson, parseStored } from '../../../storage/format/stored-object.ts';

const nothing = Buffer.alloc(0);

export class SplicedProtobuf implements SplicedForm {
  readonly #protobuf: ProtobufCodec;
  readonly #apiVersion: string;
  readonly #kind: string;
  readonly #maker: FormMaker;
  readonly #envelope: Buffer;

  constructor(protobuf: ProtobufCodec, { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>) {
    const apiVersion = apiVersionOf(group, version);
    this.#protobuf = protobuf;
    this.#apiVersion = apiVersion;
    this.#kind = kind;
    this.#envelope = protobuf.envelope(apiVersion, kind);
    this.#maker = {
      name: 'protobuf',
      make: ({ content }) => protobuf.element(apiVersion, kind, decodeJson(content)),
      atRevision: (text, revision) => withVersion(text, String(revision)),
      holds: 'protobufMetadata',
    };
  }

  item(object: CachedObject): Item {
    return new ElementItem(nothing, object.form(this.#maker));
  }

  list(metadata: ListMeta, length: number): Shell {
    return protobufShell(this.#protobuf, this.#apiVersion, `${this.#kind}List`, metadata, length);
  }

  whole(object: CachedObject): Item {
    return new ElementItem(this.#envelope, object.form(this.#maker));
  }
}

const partial = 'PartialObjectMetadata';

export class SplicedProtobufMetadata implements SplicedForm {
  readonly #protobuf: ProtobufCodec;
  readonly #apiVersion: string;
  readonly #maker: FormMaker;
  readonly #envelope: Buffer;

  /** `version` of the meta group: `v1` or `v1beta1`. */
  constructor(protobuf: ProtobufCodec, vendor: Vendor, version: string) {
    const apiVersion = vendor.fill(`meta.{api}/${version}`);
    this.#protobuf = protobuf;
    this.#apiVersion = apiVersion;
    this.#envelope = protobuf.envelope(apiVersion, partial);
    this.#maker = {
      name: 'protobufMetadata',
      make: ({ metadataText }) => protobuf.element(apiVersion, partial, { metadata: parseStored(metadataText) }),
      atRevision: (text, revision) => withVersion(text, String(revision)),
    };
  }

  item(object: CachedObject): Item {
    return new ElementItem(nothing, this.#elementOf(object));
  }

  list(metadata: ListMeta, length: number): Shell {
    return protobufShell(this.#protobuf, this.#apiVersion, `${partial}List`, metadata, length);
  }

  whole(object: CachedObject): Item {
    return new ElementItem(this.#envelope, this.#elementOf(object));
  }

  #elementOf(object: CachedObject): string {
    const whole = object.knownForm('protobuf');
    return whole === undefined ? object.form(this.#maker) : metadataElement(whole);
  }
}

class ElementItem implements Item {
  readonly #lead: Buffer;
  readonly #element: string;

  constructor(lead: Buffer, element: string) {
    this.#lead = lead;
    this.#element = element;
  }

  get itemLength(): number {
    return this.#lead.length + this.#element.length;
  }

  writeItem(target: Buffer, at: number): void {
    if (this.#lead.length > 0) target.set(this.#lead, at);
    target.write(this.#element, at + this.#lead.length, 'latin1');
  }
}

function protobufShell(
  protobuf: ProtobufCodec,
  apiVersion: string,
  kind: string,
  metadata: ListMeta,
  length: number,
): Shell {
  return { head: protobuf.listHead({ apiVersion, kind, metadata }, length), tail: nothing, over: 0 };
}
