// The requirements of the area seccomp (22).

import type { AreaRows } from '../contract/requirement.ts';

export const seccomp: AreaRows = {
  area: 'seccomp',
  prefix: 'SECC',
  count: 22,
  noCase: 'no case runs pods yet',
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Security-profile (seccomp) settings',
      requirements: [
        { id: 'SECC-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'SECC-007', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-008', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-009', kind: 'path', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-010', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-011', kind: 'format', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-012', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-013', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-014', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-015', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-016', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
        { id: 'SECC-017', kind: 'negative', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-018', kind: 'negative', subject: 'agent', level: 'must', observe: 'white-box' },
      ],
    },
    {
      document: 2,
      section: 'Errors',
      requirements: [
        { id: 'SECC-019', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['SECC-010'] },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Security-profile (seccomp) settings',
      requirements: [
        { id: 'SECC-020U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
        { id: 'SECC-021', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-022', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
