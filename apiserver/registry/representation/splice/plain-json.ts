// Objects as they are stored.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { Item, Shell, SplicedForm } from './spliced-form.ts';
import { hasTypedItems } from '../../contract/resource.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';

const tail = Buffer.from(']}\n');

export class PlainJson implements SplicedForm {
  readonly #kind: string;
  readonly #apiVersion: string;
  /** What stands before an item in place of its comma and brace; undefined: they do. */
  readonly #itemHead: Buffer | undefined;

  constructor(resource: Pick<Resource, 'group' | 'version' | 'kind' | 'listKind' | 'custom'>) {
    const { group, version, kind, listKind } = resource;
    this.#kind = listKind ?? `${kind}List`;
    this.#apiVersion = apiVersionOf(group, version);
    const type = JSON.stringify({ kind, apiVersion: this.#apiVersion });
    this.#itemHead = hasTypedItems(resource) ? Buffer.from(`,${type.slice(0, -1)},`) : undefined;
  }

  item(object: CachedObject): Item {
    const head = this.#itemHead;
    return head === undefined ? object : typedItem(head, object);
  }

  list(metadata: ListMeta): Shell {
    return jsonShell({ kind: this.#kind, apiVersion: this.#apiVersion, metadata }, 'items');
  }

  whole(object: CachedObject): Item {
    return { itemLength: object.size, writeItem: (target, at) => object.write(target, at) };
  }
}

/** Length of the comma and the brace before an item. */
const lead = 2;

function typedItem(head: Buffer, object: CachedObject): Item {
  return {
    itemLength: object.itemLength - lead + head.length,
    writeItem(target, at) {
      object.writeItem(target, at - lead + head.length);
      target.set(head, at);
    },
  };
}

/** A list or table around its items; each item has a comma before it. */
export function jsonShell(list: object, member: 'items' | 'rows'): Shell {
  return { head: Buffer.from(`${JSON.stringify(list).slice(0, -1)},"${member}":[`), tail, over: 1 };
}
