// The requirements of the area abac (21).

import type { AreaRows } from '../contract/requirement.ts';

export const abac: AreaRows = {
  area: 'abac',
  prefix: 'ABAC',
  count: 21,
  noCase: 'no case starts a server with a policy file of attributes yet',
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > ABAC policy file',
      requirements: [
        { id: 'ABAC-001', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-002', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-010', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-011', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-012', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-015', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-016', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-018', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-019U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Authorization > Modes',
      requirements: [
        { id: 'ABAC-020', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'ABAC-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
      ],
    },
  ],
};
