// The requirements of the area updating (16).

import type { AreaRows } from '../requirement.ts';

export const updating: AreaRows = {
  area: 'updating',
  prefix: 'UPD',
  count: 16,
  sections: [
    {
      document: 1,
      section: 'Endpoints > Updating',
      requirements: [
        { id: 'UPD-001', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-002', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-003', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-005', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box' },
        { id: 'UPD-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-007', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'UPD-008', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'UPD-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'UPD-010U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'UPD-011U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Media types and negotiation',
      requirements: [
        { id: 'UPD-012U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Updating',
      requirements: [
        { id: 'UPD-013U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'UPD-014', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'UPD-015U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'UPD-016', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
