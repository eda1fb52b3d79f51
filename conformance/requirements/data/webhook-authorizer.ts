// The requirements of the area webhook-authorizer (42).

import type { AreaRows } from '../contract/requirement.ts';

export const webhookAuthorizer: AreaRows = {
  area: 'webhook-authorizer',
  prefix: 'WHAUTHZ',
  count: 42,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > AuthorizationConfiguration',
      requirements: [
        { id: 'WHAUTHZ-001', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What a webhook allowed counts for five minutes unless set' },
        { id: 'WHAUTHZ-002', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What a webhook did not allow counts for half a minute unless set' },
        { id: 'WHAUTHZ-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook needs a timeout' },
        { id: 'WHAUTHZ-004', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook has at most 30 s' },
        { id: 'WHAUTHZ-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook needs the version of its reviews' },
        { id: 'WHAUTHZ-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook needs the version of its conditions' },
        { id: 'WHAUTHZ-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook needs a failure policy' },
        { id: 'WHAUTHZ-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The failure policy decides when a call fails' },
        { id: 'WHAUTHZ-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The failure policy decides when an answer is none' },
        { id: 'WHAUTHZ-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The failure policy decides when a condition fails' },
        { id: 'WHAUTHZ-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'By one failure policy others are asked' },
        { id: 'WHAUTHZ-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'By the other nobody is asked' },
        { id: 'WHAUTHZ-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A connection file says where the webhook is' },
        { id: 'WHAUTHZ-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', noCase: 'no program of the suite runs in a cluster', statement: 'A webhook may be the cluster that a program runs in' },
        { id: 'WHAUTHZ-015', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The server itself is in no cluster' },
        { id: 'WHAUTHZ-016', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A webhook has at most 64 conditions' },
        { id: 'WHAUTHZ-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Conditions are expressions about the review' },
        { id: 'WHAUTHZ-018', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Without conditions every request matches' },
        { id: 'WHAUTHZ-019', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A condition that is false leaves the webhook out' },
        { id: 'WHAUTHZ-020', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Conditions that are all true lead to a call' },
        { id: 'WHAUTHZ-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A condition that fails denies by one policy' },
        { id: 'WHAUTHZ-022', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A condition that fails leaves the webhook out by the other' },
        { id: 'WHAUTHZ-023', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A false condition counts more than one that fails' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'WHAUTHZ-024', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The review is posted by TLS' },
        { id: 'WHAUTHZ-025', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The address of a webhook has no parameters' },
        { id: 'WHAUTHZ-026', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The question is a SubjectAccessReview' },
        { id: 'WHAUTHZ-027', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer is one with a status' },
        { id: 'WHAUTHZ-028', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Reviews of the beta version may be asked for' },
        { id: 'WHAUTHZ-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What the webhook allows is allowed' },
        { id: 'WHAUTHZ-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What it does not allow others may' },
        { id: 'WHAUTHZ-031', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What nobody allows is forbidden' },
        { id: 'WHAUTHZ-032', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What it denies is forbidden at once' },
        { id: 'WHAUTHZ-033', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'The reason of a denial reaches the caller' },
        { id: 'WHAUTHZ-034', kind: 'path', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The webhook is told paths of no resource' },
        { id: 'WHAUTHZ-035', kind: 'semantics', subject: 'client', level: 'must', observe: 'start-up' },
        { id: 'WHAUTHZ-036', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Other paths are forbidden where nobody allows them' },
        { id: 'WHAUTHZ-037', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The webhook is told the selectors of a list' },
        { id: 'WHAUTHZ-038', kind: 'semantics', subject: 'suite', level: 'should', observe: 'paper' },
        { id: 'WHAUTHZ-039', kind: 'semantics', subject: 'suite', level: 'should', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > AuthorizationConfiguration',
      requirements: [
        { id: 'WHAUTHZ-040', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'No answer in time is a failed call' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'WHAUTHZ-041', kind: 'default', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'Flags ask in v1beta1 unless they say otherwise' },
        { id: 'WHAUTHZ-042U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
  ],
};
