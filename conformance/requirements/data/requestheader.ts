// The requirements of the area requestheader (17).

import type { AreaRows } from '../requirement.ts';

export const requestheader: AreaRows = {
  area: 'requestheader',
  prefix: 'REQHDR',
  count: 17,
  sections: [
    {
      document: 2,
      section: 'Authentication > Authenticating proxy flags',
      requirements: [
        { id: 'REQHDR-001', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-003', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-004', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'REQHDR-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-006', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'REQHDR-007', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-008', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-009', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-011', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-013', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REQHDR-014', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'REQHDR-015', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper' },
        { id: 'REQHDR-016U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'REQHDR-017', kind: 'default', subject: 'apiserver', level: 'should', observe: 'start-up' },
      ],
    },
  ],
};
