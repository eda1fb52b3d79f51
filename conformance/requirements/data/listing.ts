// The requirements of the area listing (25).

import type { AreaRows } from '../requirement.ts';

export const listing: AreaRows = {
  area: 'listing',
  prefix: 'LIST',
  count: 25,
  sections: [
    {
      document: 1,
      section: 'What the service does',
      requirements: [
        { id: 'LIST-001', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-002', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-003', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Listing and chunking',
      requirements: [
        { id: 'LIST-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-007', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-008', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'LIST-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'LIST-014', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIST-015', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIST-016', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'LIST-017', kind: 'format', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'LIST-018', kind: 'negative', subject: 'client', level: 'must', observe: 'white-box' },
        { id: 'LIST-019U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'LIST-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'LIST-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'LIST-022', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'LIST-023', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Collection object',
      requirements: [
        { id: 'LIST-024', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Listing and chunking',
      requirements: [
        { id: 'LIST-025', kind: 'default', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
