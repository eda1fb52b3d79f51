// Only the metadata of objects, in JSON: its bytes are those that it has in the object.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { Item, Shell, SplicedForm } from './spliced-form.ts';
import { jsonShell } from './plain-json.ts';

const closeBrace = 0x7d;

/** What stands before the metadata, with a comma first. `version` of the meta group: `v1` or `v1beta1`. */
export function metadataLead(vendor: Vendor, version: string): Buffer {
  return Buffer.from(
    `,{"kind":"PartialObjectMetadata","apiVersion":"${vendor.fill(`meta.{api}/${version}`)}","metadata":`,
  );
}

export class SplicedMetadata implements SplicedForm {
  readonly #apiVersion: string;
  readonly #itemLead: Buffer;
  readonly #lead: Buffer;

  constructor(vendor: Vendor, version: string) {
    this.#apiVersion = vendor.fill(`meta.{api}/${version}`);
    this.#itemLead = metadataLead(vendor, version);
    this.#lead = this.#itemLead.subarray(1);
  }

  item(object: CachedObject): Item {
    return new MetadataItem(this.#itemLead, object);
  }

  list(metadata: ListMeta): Shell {
    return jsonShell({ kind: 'PartialObjectMetadataList', apiVersion: this.#apiVersion, metadata }, 'items');
  }

  whole(object: CachedObject): Item {
    return new MetadataItem(this.#lead, object);
  }
}

export class MetadataItem implements Item {
  readonly #lead: Buffer;
  readonly #object: CachedObject;

  constructor(lead: Buffer, object: CachedObject) {
    this.#lead = lead;
    this.#object = object;
  }

  get itemLength(): number {
    return this.#lead.length + this.#object.metadataLength + 1;
  }

  writeItem(target: Buffer, at: number): void {
    target.set(this.#lead, at);
    this.#object.writeMetadata(target, at + this.#lead.length);
    target[at + this.itemLength - 1] = closeBrace;
  }
}
