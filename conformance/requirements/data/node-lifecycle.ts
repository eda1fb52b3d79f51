// The requirements of the area node-lifecycle (17).

import type { AreaRows } from '../requirement.ts';

export const nodeLifecycle: AreaRows = {
  area: 'node-lifecycle',
  prefix: 'NLIFE',
  count: 17,
  sections: [
    {
      document: 2,
      section: 'States and transitions > Node Ready condition',
      requirements: [
        { id: 'NLIFE-001', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-002', kind: 'default', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-003', kind: 'flag', subject: 'controller', level: 'should', observe: 'start-up' },
        { id: 'NLIFE-004', kind: 'negative', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-005', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-006', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-007', kind: 'semantics', subject: 'controller', level: 'may', observe: 'black-box' },
        { id: 'NLIFE-008', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-009', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-010', kind: 'negative', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'NLIFE-011U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper' },
        { id: 'NLIFE-012U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper' },
        { id: 'NLIFE-013U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper' },
        { id: 'NLIFE-014U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'NLIFE-015U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'States and transitions > Node Ready condition',
      requirements: [
        { id: 'NLIFE-016', kind: 'semantics', subject: 'controller', level: 'should', observe: 'black-box' },
        { id: 'NLIFE-017', kind: 'negative', subject: 'controller', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
