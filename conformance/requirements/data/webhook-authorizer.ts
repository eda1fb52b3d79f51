// The requirements of the area webhook-authorizer (42).

import type { AreaRows } from '../contract/requirement.ts';

export const webhookAuthorizer: AreaRows = {
  area: 'webhook-authorizer',
  prefix: 'WHAUTHZ',
  count: 42,
  noCase: 'no case starts a server with an authorization webhook yet',
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > AuthorizationConfiguration',
      requirements: [
        { id: 'WHAUTHZ-001', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-002', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-004', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-015', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-016', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-018', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-019', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-020', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-022', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-023', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'start-up' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'WHAUTHZ-024', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-025', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-026', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-027', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-028', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-031', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-032', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-033', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'WHAUTHZ-034', kind: 'path', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-035', kind: 'semantics', subject: 'client', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-036', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-037', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-038', kind: 'semantics', subject: 'suite', level: 'should', observe: 'paper' },
        { id: 'WHAUTHZ-039', kind: 'semantics', subject: 'suite', level: 'should', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > AuthorizationConfiguration',
      requirements: [
        { id: 'WHAUTHZ-040', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'WHAUTHZ-041', kind: 'default', subject: 'apiserver', level: 'should', observe: 'start-up' },
        { id: 'WHAUTHZ-042U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
  ],
};
