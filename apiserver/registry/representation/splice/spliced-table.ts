// Objects as a Table in JSON: the cells that are kept of each object with the times of now, and as much of the object as
// the client asked for.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { CachedObject, FormMaker } from '../../../storage/contract/resource-cache.ts';
import type { Resource, TablePrinter } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Item, Shell, SplicedForm } from './spliced-form.ts';
import { decodeJson } from '../../../storage/format/stored-object.ts';
import { openCells, ShownCells } from '../rendered/cells.ts';
import { jsonShell } from './plain-json.ts';
import { MetadataItem, metadataLead } from './spliced-metadata.ts';

const rowStart = ',{"cells":';
const objectStart = ',"object":';
const closeBrace = 0x7d;
const noObject = Buffer.from('null');

export class SplicedTable implements SplicedForm {
  readonly #clock: Clock;
  readonly #head: object;
  readonly #cells: FormMaker;
  readonly #object: (object: CachedObject) => Item;
  /** For the rows of one list, which are all as of one moment. */
  readonly #shown: ShownCells;

  /** `columns`: whether the table says what its columns are. */
  constructor(
    parts: Pick<RepresentationDependencies, 'clock' | 'vendor'>,
    resource: Pick<Resource, 'printer'>,
    form: NegotiatedOutput,
    columns: 'columns' | 'no columns',
  ) {
    const version = form.representation.transform?.version ?? 'v1';
    this.#clock = parts.clock;
    this.#head = {
      kind: 'Table',
      apiVersion: parts.vendor.fill(`meta.{api}/${version}`),
      columnDefinitions: columns === 'columns' ? resource.printer.columns : null,
    };
    this.#cells = cellsMaker(resource.printer);
    this.#object = objectOf(form, metadataLead(parts.vendor, version).subarray(1));
    this.#shown = new ShownCells(parts.clock.now());
  }

  item(object: CachedObject): Item {
    return this.#row(object, this.#shown);
  }

  list(metadata: ListMeta): Shell {
    const { kind, apiVersion, columnDefinitions } = this.#head as Readonly<Record<string, unknown>>;
    return jsonShell({ kind, apiVersion, metadata, columnDefinitions }, 'rows');
  }

  whole(object: CachedObject): Item {
    const row = this.#row(object, new ShownCells(this.#clock.now()));
    const { head, over } = this.list({ resourceVersion: String(object.revision) });
    const length = head.length + row.itemLength - over;
    return {
      itemLength: length + wholeTail.length,
      writeItem(target, at) {
        row.writeItem(target, at + head.length - over);
        target.set(head, at);
        target.set(wholeTail, at + length);
      },
    };
  }

  #row(object: CachedObject, shown: ShownCells): Item {
    return new RowItem(`${rowStart}${shown.of(object.form(this.#cells))}${objectStart}`, this.#object(object));
  }
}

const wholeTail = Buffer.from(']}');

class RowItem implements Item {
  readonly #text: string;
  readonly #object: Item;
  readonly itemLength: number;

  constructor(text: string, object: Item) {
    this.#text = text;
    this.#object = object;
    this.itemLength = text.length + object.itemLength + 1;
  }

  writeItem(target: Buffer, at: number): void {
    const length = this.#text.length;
    target.write(this.#text, at, 'latin1');
    this.#object.writeItem(target, at + length);
    target[at + this.itemLength - 1] = closeBrace;
  }
}

function cellsMaker(printer: TablePrinter): FormMaker {
  return {
    name: 'cells',
    by: printer,
    make({ content }) {
      const object = decodeJson(content);
      return openCells(printer.cells(object), printer.conditions?.(object));
    },
    // Cells tell nothing of the revision.
    atRevision: (text) => text,
  };
}

/** What a row carries of its object. */
function objectOf({ include }: NegotiatedOutput, lead: Buffer): (object: CachedObject) => Item {
  if (include === 'Metadata') return (object) => new MetadataItem(lead, object);
  if (include === 'Object') {
    return (object) => ({ itemLength: object.size, writeItem: (target, at) => object.write(target, at) });
  }
  const nothing: Item = { itemLength: noObject.length, writeItem: (target, at) => target.set(noObject, at) };
  return () => nothing;
}
