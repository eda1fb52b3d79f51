import type { Case } from '../../contract/case.ts';
import { columns } from '../../fixtures/shown/data/columns.ts';
import { expectColumns } from '../../fixtures/shown/tables.ts';

export default {
  id: 'columns-of-kinds',
  title: 'The table of each built-in kind SHOULD have its columns in order, with their types, formats and priorities.',
  requirements: ['MEDIA-002', 'MEDIA-003', 'MEDIA-004U', 'MEDIA-005', 'MEDIA-032'],
  run: (c) => expectColumns(c, columns),
} satisfies Case;
