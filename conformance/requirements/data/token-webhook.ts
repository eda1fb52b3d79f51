// The requirements of the area token-webhook (32).

import type { AreaRows } from '../contract/requirement.ts';

export const tokenWebhook: AreaRows = {
  area: 'token-webhook',
  prefix: 'TOKWH',
  count: 32,
  noCase: 'no case starts a server with a token webhook yet',
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > TokenReview',
      requirements: [
        { id: 'TOKWH-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-004', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'TOKWH-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-008', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-009', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up' },
        { id: 'TOKWH-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'TOKWH-013', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-014', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-015', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-016', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-017', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-018', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'paper' },
        { id: 'TOKWH-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-021', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Token webhook',
      requirements: [
        { id: 'TOKWH-022', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-023', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-024', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-025', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-027', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-028U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > TokenReview',
      requirements: [
        { id: 'TOKWH-029', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'TOKWH-030', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up' },
        { id: 'TOKWH-031U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Token webhook',
      requirements: [
        { id: 'TOKWH-032', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up' },
      ],
    },
  ],
};
