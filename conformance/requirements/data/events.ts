// The requirements of the area events (27).

import type { AreaRows } from '../requirement.ts';

export const events: AreaRows = {
  area: 'events',
  prefix: 'EVT',
  count: 27,
  sections: [
    {
      document: 1,
      section: 'Events',
      requirements: [
        { id: 'EVT-001', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'EVT-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-003', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-007', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-013', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'EVT-014', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-015', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-016U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'EVT-017U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'Events > events.{api}/v1 resource',
      requirements: [
        { id: 'EVT-018', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-021', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-022', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-023', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-024', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-025', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-026', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'EVT-027U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
  ],
};
