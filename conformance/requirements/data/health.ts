// The requirements of the area health (27).

import type { AreaRows } from '../requirement.ts';

export const health: AreaRows = {
  area: 'health',
  prefix: 'HEALTH',
  count: 27,
  sections: [
    {
      document: 1,
      section: 'Endpoints > Health endpoints',
      requirements: [
        { id: 'HEALTH-001', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-002', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-003', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-004', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box' },
        { id: 'HEALTH-005', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-006', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-007', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'HEALTH-008', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-009', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-011', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box' },
        { id: 'HEALTH-012', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-014', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-015', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box' },
        { id: 'HEALTH-016', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-017', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'HEALTH-018', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'HEALTH-019', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'HEALTH-020', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'HEALTH-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'HEALTH-022U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'HEALTH-023U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'HEALTH-024U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'HEALTH-025', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'HEALTH-026', kind: 'status-code', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'HEALTH-027', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up' },
      ],
    },
  ],
};
