// The requirements of the area token-webhook (32).

import type { AreaRows } from '../contract/requirement.ts';

export const tokenWebhook: AreaRows = {
  area: 'token-webhook',
  prefix: 'TOKWH',
  count: 32,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > TokenReview',
      requirements: [
        { id: 'TOKWH-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A question about a token is a TokenReview' },
        { id: 'TOKWH-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer is of the version of the question' },
        { id: 'TOKWH-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The question holds the token' },
        { id: 'TOKWH-004', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'The question names the audiences of the server' },
        { id: 'TOKWH-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer says whether the token is good' },
        { id: 'TOKWH-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer says whose it is' },
        { id: 'TOKWH-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer says whom of them it is for' },
        { id: 'TOKWH-008', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'An answer without audiences is for the server itself' },
        { id: 'TOKWH-009', kind: 'field', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'The answer may say what is wrong' },
        { id: 'TOKWH-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What is wrong does not count beside a good token' },
        { id: 'TOKWH-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The caller is told no more than that it is not known' },
        { id: 'TOKWH-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Only the status of the answer counts' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Outbound callbacks made by the service',
      requirements: [
        { id: 'TOKWH-013', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The question is posted' },
        { id: 'TOKWH-014', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The question holds token and audiences' },
        { id: 'TOKWH-015', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The answer is a review with a status' },
        { id: 'TOKWH-016', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A connection file says where the webhook is' },
        { id: 'TOKWH-017', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Clusters of the file have an authority and an address' },
        { id: 'TOKWH-018', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'paper' },
        { id: 'TOKWH-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Users of the file have a certificate and its key' },
        { id: 'TOKWH-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A context of the file joins cluster and user' },
        { id: 'TOKWH-021', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The current context of the file is used' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Token webhook',
      requirements: [
        { id: 'TOKWH-022', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A flag names the connection file' },
        { id: 'TOKWH-023', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A flag says for how long answers count' },
        { id: 'TOKWH-024', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A flag says the version of questions' },
        { id: 'TOKWH-025', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Questions are v1beta1 unless set' },
        { id: 'TOKWH-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The status of the answer decides' },
        { id: 'TOKWH-027', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A token that is not good is 401' },
        { id: 'TOKWH-028U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A webhook that gives no answer lets nobody in' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > TokenReview',
      requirements: [
        { id: 'TOKWH-029', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Reviews have two versions' },
        { id: 'TOKWH-030', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'A review that is posted to the server gets its status' },
        { id: 'TOKWH-031U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Reviews of tokens are posted to their own path' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Token webhook',
      requirements: [
        { id: 'TOKWH-032', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'Each token is asked about by itself' },
      ],
    },
  ],
};
