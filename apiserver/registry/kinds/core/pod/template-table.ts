// Columns and cells of the tables of what makes pods from a template.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { Cell, Column, TablePrinter } from '../../../contract/resource.ts';
import type { PodTemplate } from './pod-spec.ts';
import { selectorText } from '../../../object/selector-text.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, wide } from '../../printers/columns.ts';

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
export const selectorColumn = wide('Selector', 'string', 'Labels of the pods that belong to it.');

export const replicaPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'Pods wanted.'),
    column('Current', 'integer', 'Pods there are.'),
    column('Ready', 'integer', 'Pods that are ready.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const printed = object as TemplateOwner;
    const numbers = [printed.spec?.replicas ?? 0, count(printed, 'replicas'), count(printed, 'readyReplicas')];
    return [
      object.metadata.name ?? '',
      ...numbers,
      ageOf(object),
      ...containerCells(printed.spec?.template),
      selectorCell(printed),
    ];
  },
};

/** The number in a field of the status; 0 where there is none. */
export function count({ status }: TemplateOwner, field: string): number {
  const value = status?.[field];
  return typeof value === 'number' ? value : 0;
}

export function containerCells(template: PodTemplate | undefined): readonly Cell[] {
  const list = template?.spec?.containers ?? [];
  return [list.map(({ name }) => name ?? '').join(','), list.map(({ image }) => image ?? '').join(',')];
}

export function selectorCell({ spec }: Pick<TemplateOwner, 'spec'>): string {
  return orNone(selectorText(spec?.selector));
}
