// Columns and cells of the tables of what makes pods from a template.

import type { ApiObject } from '../../../../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../../../../shared/object/label-selector.ts';
import type { Cell, Column, TablePrinter } from '../../../../contract/resource.ts';
import type { PodTemplate } from '../spec/pod-spec.ts';
import { selectorText } from '../../../../object/selector-text.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, wide } from '../../../printers/columns.ts';

export interface TemplateOwner extends ApiObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelectorObject;
    readonly template?: PodTemplate;
  };
  readonly status?: { readonly [field: string]: unknown };
}

export const containerColumns: readonly Column[] = [
  wide('Containers', 'string', 'Names of the containers of the template.'),
  wide('Images', 'string', 'Images of the containers of the template.'),
];
const selectorColumn = wide('Selector', 'string', 'Labels of the pods that belong to it.');

/** What says which pods are made, and from what. */
type Maker = Pick<TemplateOwner, 'spec'>['spec'];

/**
 * A table of a kind that makes pods: the columns of its own stand between the name and the age, containers, images and
 * selector follow. `maker`: where an object says what pods it makes.
 */
export function templateTable<Kind extends ApiObject>(table: {
  readonly columns: readonly Column[];
  readonly cells: (object: Kind) => readonly Cell[];
  readonly maker: (object: Kind) => Maker;
}): TablePrinter {
  return {
    columns: [nameColumn, ...table.columns, ageColumn, ...containerColumns, selectorColumn],
    cells(object) {
      const printed = object as Kind;
      const maker = table.maker(printed);
      return [
        object.metadata.name ?? '',
        ...table.cells(printed),
        ageOf(object),
        ...containerCells(maker?.template),
        orNone(selectorText(maker?.selector)),
      ];
    },
  };
}

export const replicaPrinter = templateTable<TemplateOwner>({
  columns: [
    column('Desired', 'integer', 'Pods wanted.'),
    column('Current', 'integer', 'Pods there are.'),
    column('Ready', 'integer', 'Pods that are ready.'),
  ],
  cells: (owner) => [owner.spec?.replicas ?? 0, count(owner, 'replicas'), count(owner, 'readyReplicas')],
  maker: ({ spec }) => spec,
});

/** The number in a field of the status; 0 where there is none. */
export function count({ status }: TemplateOwner, field: string): number {
  const value = status?.[field];
  return typeof value === 'number' ? value : 0;
}

export function containerCells(template: PodTemplate | undefined): readonly Cell[] {
  const list = template?.spec?.containers ?? [];
  return [list.map(({ name }) => name ?? '').join(','), list.map(({ image }) => image ?? '').join(',')];
}
