// Objects as they are stored.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { Item, Shell, SplicedForm } from './spliced-form.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';

const tail = Buffer.from(']}\n');

export class PlainJson implements SplicedForm {
  readonly #kind: string;
  readonly #apiVersion: string;

  constructor({ group, version, kind, listKind }: Pick<Resource, 'group' | 'version' | 'kind' | 'listKind'>) {
    this.#kind = listKind ?? `${kind}List`;
    this.#apiVersion = apiVersionOf(group, version);
  }

  item(object: CachedObject): Item {
    return object;
  }

  list(metadata: ListMeta): Shell {
    return jsonShell({ kind: this.#kind, apiVersion: this.#apiVersion, metadata }, 'items');
  }

  whole(object: CachedObject): Item {
    return { itemLength: object.size, writeItem: (target, at) => object.write(target, at) };
  }
}

/** A list or table around its items; each item has a comma before it. */
export function jsonShell(list: object, member: 'items' | 'rows'): Shell {
  return { head: Buffer.from(`${JSON.stringify(list).slice(0, -1)},"${member}":[`), tail, over: 1 };
}
