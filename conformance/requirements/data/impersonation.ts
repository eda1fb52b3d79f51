// The requirements of the area impersonation (24).

import type { AreaRows } from '../requirement.ts';

export const impersonation: AreaRows = {
  area: 'impersonation',
  prefix: 'IMP',
  count: 24,
  sections: [
    {
      document: 2,
      section: 'Authentication > Impersonation',
      requirements: [
        { id: 'IMP-001', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-002', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-003', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-004', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-005', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-006', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-007', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-008', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-009', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-011', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-013', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-014', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-015', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-016', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-017', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-018', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'IMP-019', kind: 'flag', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'IMP-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'IMP-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'IMP-022', kind: 'status-code', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'IMP-023', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'IMP-024', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
