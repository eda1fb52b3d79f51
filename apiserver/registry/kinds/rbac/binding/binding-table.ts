// The table of bindings: the role and its subjects.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Cell, TablePrinter } from '../../../contract/resource.ts';
import type { Binding } from './binding-rules.ts';
import { column, wide } from '../../printers/columns.ts';
import { age, made, name, printer } from '../../printers/fields.ts';

export const bindingPrinter: TablePrinter = printer(
  name,
  made(column('Role', 'string', 'The role that is given.'), (object) => {
    const { roleRef } = object as Binding;
    return `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`;
  }),
  age,
  made(wide('Users', 'string', 'Users it is given to.'), (object) => subjects(object, 'User')),
  made(wide('Groups', 'string', 'Groups it is given to.'), (object) => subjects(object, 'Group')),
  made(wide('ServiceAccounts', 'string', 'Service accounts it is given to.'), (object) =>
    subjects(object, 'ServiceAccount'),
  ),
);

function subjects(object: ApiObject, kind: string): Cell {
  return ((object as Binding).subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map((subject) =>
      kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name ?? ''}` : (subject.name ?? ''),
    )
    .join(', ');
}
