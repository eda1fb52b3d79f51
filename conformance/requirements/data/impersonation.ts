// The requirements of the area impersonation (24).

import type { AreaRows } from '../contract/requirement.ts';

export const impersonation: AreaRows = {
  area: 'impersonation',
  prefix: 'IMP',
  count: 24,
  sections: [
    {
      document: 2,
      section: 'Authentication > Impersonation',
      requirements: [
        { id: 'IMP-001', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A header names the user to act as' },
        { id: 'IMP-002', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A repeatable header names groups to act with' },
        { id: 'IMP-003', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Groups cannot be acted with alone' },
        { id: 'IMP-004', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Headers set extra attributes' },
        { id: 'IMP-005', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Names of extra attributes are lower case' },
        { id: 'IMP-006', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Names of extra attributes are percent-decoded' },
        { id: 'IMP-007', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Extra attributes cannot be set alone' },
        { id: 'IMP-008', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A header sets the id' },
        { id: 'IMP-009', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An id cannot be set alone' },
        { id: 'IMP-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An id is any text' },
        { id: 'IMP-011', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting as somebody is checked between identity and rights' },
        { id: 'IMP-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Nothing of the real caller is left under impersonation' },
        { id: 'IMP-013', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting as a user takes the right on that user' },
        { id: 'IMP-014', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting with a group takes the right on that group' },
        { id: 'IMP-015', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting as a service account takes the right on service accounts' },
        { id: 'IMP-016', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting with an extra attribute takes the right on it' },
        { id: 'IMP-017', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Acting with an id takes the right on ids' },
        { id: 'IMP-018', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The right to act as somebody can be limited by name' },
        { id: 'IMP-019', kind: 'flag', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'IMP-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status of headers that lack the user; an error is expected' },
        { id: 'IMP-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'IMP-022', kind: 'status-code', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Acting as somebody without the right is 403' },
        { id: 'IMP-023', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'The real caller\'s rights do not help the impersonated user' },
        { id: 'IMP-024', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Several extra attributes can be set at once' },
      ],
    },
  ],
};
