// Objects as a Table: the columns of their kind, one row of cells for each, and as much of the object as the client asked for.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Column, Resource, RowCondition } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { ListMeta } from '../output/list-meta.ts';
import { cellsAt } from './cells.ts';
import { partialOf } from './partial.ts';

export interface Table {
  readonly kind: 'Table';
  readonly apiVersion: string;
  readonly metadata: ListMeta;
  /** null after the first event of a watch. */
  readonly columnDefinitions: readonly Column[] | null;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly cells: readonly unknown[];
  readonly conditions?: readonly RowCondition[];
  readonly object: unknown;
}

export function tableOf(
  parts: RepresentationDependencies,
  resource: Pick<Resource, 'printer'>,
  form: NegotiatedOutput,
  objects: readonly ApiObject[],
  metadata: ListMeta,
): Table {
  const version = form.representation.transform?.version ?? 'v1';
  return {
    kind: 'Table',
    apiVersion: parts.vendor.fill(`meta.{api}/${version}`),
    metadata,
    columnDefinitions: resource.printer.columns,
    rows: objects.map((object) => rowOf(parts, resource, form, object)),
  };
}

/** One object as a row. */
export function rowOf(
  parts: RepresentationDependencies,
  resource: Pick<Resource, 'printer'>,
  form: NegotiatedOutput,
  object: ApiObject,
): Row {
  const cells = cellsAt(resource.printer.cells(object), parts.clock.now());
  const conditions = resource.printer.conditions?.(object);
  return {
    cells,
    ...(conditions === undefined ? {} : { conditions }),
    object: rowObject(parts, form, object, form.representation.transform?.version ?? 'v1'),
  };
}

function rowObject(
  parts: RepresentationDependencies,
  form: NegotiatedOutput,
  object: ApiObject,
  version: string,
): unknown {
  if (form.include === 'None') return null;
  return form.include === 'Object' ? object : partialOf(parts.vendor, object, version);
}
