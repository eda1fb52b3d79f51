// The requirements of the area deletion (39).

import type { AreaRows } from '../requirement.ts';

export const deletion: AreaRows = {
  area: 'deletion',
  prefix: 'DEL',
  count: 39,
  sections: [
    {
      document: 1,
      section: 'Resources and their fields > Delete options',
      requirements: [
        { id: 'DEL-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-007', kind: 'default', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-008', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-009', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-010', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-011', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-012', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-013', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-014', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-015U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'States and transitions > Object deletion',
      requirements: [
        { id: 'DEL-016', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-018', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'DEL-019', kind: 'ordering', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'DEL-020', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-022', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DEL-023', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'DEL-024', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-025', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-027', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-028', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-029', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DEL-030U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'DEL-031U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Delete options',
      requirements: [
        { id: 'DEL-032U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'States and transitions > Object deletion',
      requirements: [
        { id: 'DEL-033', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'DEL-034', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'DEL-035', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'DEL-036', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Verbs',
      requirements: [
        { id: 'DEL-037', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'DEL-038U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'DEL-039', kind: 'default', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
