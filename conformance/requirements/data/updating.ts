// The requirements of the area updating (16).

import type { AreaRows } from '../contract/requirement.ts';

export const updating: AreaRows = {
  area: 'updating',
  prefix: 'UPD',
  count: 16,
  sections: [
    {
      document: 1,
      section: 'Endpoints > Updating',
      requirements: [
        { id: 'UPD-001', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'PUT names the version it replaces' },
        { id: 'UPD-002', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'PUT of an old version is 409' },
        { id: 'UPD-003', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A refused PUT changes nothing' },
        { id: 'UPD-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'PUT of the current version succeeds' },
        { id: 'UPD-005', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box' },
        { id: 'UPD-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A patch with a version depends on it' },
        { id: 'UPD-007', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A patch without a version applies to what is there' },
        { id: 'UPD-008', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'UPD-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A JSON Patch can compare before it writes' },
        { id: 'UPD-010U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: PUT without a version' },
        { id: 'UPD-011U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: PUT of an object that does not exist' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Media types and negotiation',
      requirements: [
        { id: 'UPD-012U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status of a failed test; a refusal is expected' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Updating',
      requirements: [
        { id: 'UPD-013U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'UPD-014', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'The version in the body decides about a conflict' },
        { id: 'UPD-015U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status of a stale patch; 409 is expected' },
        { id: 'UPD-016', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Clients do not set what the service keeps' },
      ],
    },
  ],
};
