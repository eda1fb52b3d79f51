// The requirements of the area limits (31).

import type { AreaRows } from '../requirement.ts';

export const limits: AreaRows = {
  area: 'limits',
  prefix: 'LIM',
  count: 31,
  sections: [
    {
      document: 1,
      section: 'Limits',
      requirements: [
        { id: 'LIM-001', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-002', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-003', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'LIM-004', kind: 'limit', subject: 'client', level: 'must', observe: 'black-box', statement: 'Chunks are the choice of the client' },
        { id: 'LIM-005', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box' },
        { id: 'LIM-006', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'paper' },
        { id: 'LIM-007U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'LIM-008U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: the largest request; a refusal beyond it is expected' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'LIM-009', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-010', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-011', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-012', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-013', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-014', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-015', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-016', kind: 'default', subject: 'controller', level: 'must', observe: 'black-box', sameAs: ['NLIFE-002'] },
        { id: 'LIM-017', kind: 'limit', subject: 'controller', level: 'may', observe: 'paper' },
        { id: 'LIM-018', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-027'] },
        { id: 'LIM-019', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-029'] },
        { id: 'LIM-020', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-030'] },
        { id: 'LIM-021', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'LIM-022', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'LIM-023', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'LIM-024', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['CEL-045'] },
        { id: 'LIM-025', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['CEL-050'] },
        { id: 'LIM-026', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'LIM-027', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'LIM-028', kind: 'limit', subject: 'agent', level: 'should', observe: 'paper' },
        { id: 'LIM-029', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'LIM-030', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'LIM-031', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
      ],
    },
  ],
};
