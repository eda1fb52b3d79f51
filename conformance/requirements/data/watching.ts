// The requirements of the area watching (49).

import type { AreaRows } from '../requirement.ts';

export const watching: AreaRows = {
  area: 'watching',
  prefix: 'WATCH',
  count: 49,
  sections: [
    {
      document: 1,
      section: 'What the service does',
      requirements: [
        { id: 'WATCH-001', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-002', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Watch event',
      requirements: [
        { id: 'WATCH-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching',
      requirements: [
        { id: 'WATCH-007', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-012', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-013', kind: 'ordering', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'WATCH-014', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WATCH-015', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WATCH-016', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'WATCH-017', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'WATCH-018', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'WATCH-019', kind: 'semantics', subject: 'client', level: 'may', observe: 'black-box' },
        { id: 'WATCH-020', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-021', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'WATCH-022', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-023', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-024', kind: 'negative', subject: 'client', level: 'must', observe: 'white-box' },
        { id: 'WATCH-025', kind: 'negative', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'WATCH-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-027', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-028', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-031', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-032', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-033', kind: 'default', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-034', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'WATCH-035U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching > Watch start semantics',
      requirements: [
        { id: 'WATCH-036', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-037', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-038', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-039', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'WATCH-040', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-041', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-042', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box' },
        { id: 'WATCH-043', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-044U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching',
      requirements: [
        { id: 'WATCH-045', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-046', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'WATCH-047U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Watch event',
      requirements: [
        { id: 'WATCH-048U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'WATCH-049', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
  ],
};
