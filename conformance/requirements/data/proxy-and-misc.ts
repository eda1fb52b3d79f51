// The requirements of the area proxy-and-misc (8).

import type { AreaRows } from '../requirement.ts';

export const proxyAndMisc: AreaRows = {
  area: 'proxy-and-misc',
  prefix: 'MISC',
  count: 8,
  sections: [
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'MISC-001', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'MISC-002', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'MISC-003', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'MISC-004', kind: 'negative', subject: 'agent', level: 'must', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Versioning',
      requirements: [
        { id: 'MISC-005', kind: 'format', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'MISC-006U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Events',
      requirements: [
        { id: 'MISC-007', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'MISC-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
  ],
};
