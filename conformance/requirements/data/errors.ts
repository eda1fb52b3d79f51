// The requirements of the area errors (39).

import type { AreaRows } from '../contract/requirement.ts';

export const errors: AreaRows = {
  area: 'errors',
  prefix: 'ERR',
  count: 39,
  sections: [
    {
      document: 1,
      section: 'Errors',
      requirements: [
        { id: 'ERR-001', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['FVAL-018'], statement: 'Strict validation answers an unknown field with 400' },
        { id: 'ERR-002', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['FVAL-019'], statement: 'Strict validation answers a duplicate field with 400' },
        { id: 'ERR-003', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['RV-018'], statement: 'A token beside a version is answered 400' },
        { id: 'ERR-004', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['MEDIA-047'], statement: 'No acceptable media type means 406' },
        { id: 'ERR-005', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['UPD-002'], statement: 'A PUT with a stale version is answered 409' },
        { id: 'ERR-006', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A watch from a version that is gone is answered 410' },
        { id: 'ERR-007', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'An expired token is answered 410' },
        { id: 'ERR-008', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'An exact version that is gone is answered 410' },
        { id: 'ERR-009', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The version of a token that is gone is answered 410' },
        { id: 'ERR-010', kind: 'status-code', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'A chunk not older than a version that is gone may be answered 410' },
        { id: 'ERR-011', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients recover from 410' },
        { id: 'ERR-012', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['RV-058'], statement: 'A version that stays unknown ends in 504' },
        { id: 'ERR-013', kind: 'header', subject: 'apiserver', level: 'may', observe: 'black-box', sameAs: ['RV-059'], statement: 'An unknown version may be answered with Retry-After' },
        { id: 'ERR-014', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['RV-061'], statement: 'The error of an unknown version has its fixed text' },
        { id: 'ERR-015', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['APPLY-030'], statement: 'An apply against another manager is refused unless forced' },
        { id: 'ERR-016', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Deprecated endpoints warn' },
        { id: 'ERR-017', kind: 'header', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['FVAL-016'], statement: 'Lenient validation tells its findings as warnings' },
        { id: 'ERR-018', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Warnings have the form of the HTTP standard' },
        { id: 'ERR-019', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['ERR-021', 'ERR-026'], statement: '401 and 403 tell the two kinds of refused access' },
        { id: 'ERR-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: the body of an error; a Status object is expected' },
      ],
    },
    {
      document: 2,
      section: 'Errors',
      requirements: [
        { id: 'ERR-021', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A wrong bearer token is answered 401' },
        { id: 'ERR-022', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token whose claims break a rule is 401' },
        { id: 'ERR-023', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token whose user breaks a rule is 401' },
        { id: 'ERR-024', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token that gives no user name is 401' },
        { id: 'ERR-025', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token that the webhook denies is 401' },
        { id: 'ERR-026', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What the whole chain denies is answered 403' },
        { id: 'ERR-027', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Moving a binding to another role is refused' },
        { id: 'ERR-028', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Two ways to configure authorization at once end the start' },
        { id: 'ERR-029', kind: 'status-code', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['CKPT-020'], statement: 'A checkpoint with the gate off is 404' },
        { id: 'ERR-030', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint of something unknown is 404' },
        { id: 'ERR-031', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['CKPT-024'], statement: 'A checkpoint that the runtime fails is 500' },
        { id: 'ERR-032', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['CKPT-025'], statement: 'A checkpoint that the runtime cannot make is 500' },
        { id: 'ERR-033', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A container without its profile file tells so' },
        { id: 'ERR-034', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An expression that costs too much while it runs is stopped' },
        { id: 'ERR-035', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An expression that may cost too much is refused' },
        { id: 'ERR-036', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The failure policy decides about broken match conditions' },
      ],
    },
    {
      document: 1,
      section: 'Errors',
      requirements: [
        { id: 'ERR-037U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: all other status codes' },
      ],
    },
    {
      document: 2,
      section: 'Errors',
      requirements: [
        { id: 'ERR-038', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Known callers are refused with 403, failed credentials with 401' },
        { id: 'ERR-039U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: text and headers of a 401' },
      ],
    },
  ],
};
