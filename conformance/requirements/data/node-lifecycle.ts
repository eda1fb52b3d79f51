// The requirements of the area node-lifecycle (17).

import type { AreaRows } from '../contract/requirement.ts';

export const nodeLifecycle: AreaRows = {
  area: 'node-lifecycle',
  prefix: 'NLIFE',
  count: 17,
  sections: [
    {
      document: 2,
      section: 'States and transitions > Node Ready condition',
      requirements: [
        { id: 'NLIFE-001', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A silent node becomes Unknown' },
        { id: 'NLIFE-002', kind: 'default', subject: 'controller', level: 'must', observe: 'black-box', statement: 'Silence may last 50 s unless set' },
        { id: 'NLIFE-003', kind: 'flag', subject: 'controller', level: 'should', observe: 'start-up', statement: 'That time can be set' },
        { id: 'NLIFE-004', kind: 'negative', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A node that tells in time stays Ready' },
        { id: 'NLIFE-005', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A node Unknown for long is tainted unreachable' },
        { id: 'NLIFE-006', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', statement: 'Pods that tolerate the taint may stay' },
        { id: 'NLIFE-007', kind: 'semantics', subject: 'controller', level: 'may', observe: 'black-box', statement: 'Pods that do not may be evicted' },
        { id: 'NLIFE-008', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A node that tells it is unhealthy is not Ready' },
        { id: 'NLIFE-009', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A node unhealthy for long is tainted not-ready' },
        { id: 'NLIFE-010', kind: 'negative', subject: 'controller', level: 'must', observe: 'black-box', statement: 'No taint before that time' },
        { id: 'NLIFE-011U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper', statement: 'Open: the way back' },
        { id: 'NLIFE-012U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper', statement: 'Open: how the other conditions change' },
        { id: 'NLIFE-013U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper', statement: 'Open: between False and Unknown' },
        { id: 'NLIFE-014U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper', statement: 'Open: effects of the taints, and delays' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'NLIFE-015U', kind: 'semantics', subject: 'controller', level: 'may', observe: 'paper', statement: 'Open: 50 s or 40 s' },
      ],
    },
    {
      document: 2,
      section: 'States and transitions > Node Ready condition',
      requirements: [
        { id: 'NLIFE-016', kind: 'semantics', subject: 'controller', level: 'should', observe: 'black-box', statement: 'Status or lease, either is a sign of life' },
        { id: 'NLIFE-017', kind: 'negative', subject: 'controller', level: 'should', observe: 'black-box', statement: 'A short time of False taints nothing' },
      ],
    },
  ],
};
