// The requirements of the area listing (25).

import type { AreaRows } from '../contract/requirement.ts';

export const listing: AreaRows = {
  area: 'listing',
  prefix: 'LIST',
  count: 25,
  sections: [
    {
      document: 1,
      section: 'What the service does',
      requirements: [
        { id: 'LIST-001', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A list is consistent in itself' },
        { id: 'LIST-002', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A list can be taken in chunks' },
        { id: 'LIST-003', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'List and watch together lose no change' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Listing and chunking',
      requirements: [
        { id: 'LIST-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A chunk holds as many items as its limit says' },
        { id: 'LIST-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A chunk with a rest behind it carries a token' },
        { id: 'LIST-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The token brings the next chunk' },
        { id: 'LIST-007', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The last chunk carries no token' },
        { id: 'LIST-008', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients go on until no token is left' },
        { id: 'LIST-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What fits into the limit comes at once' },
        { id: 'LIST-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'One version holds for all chunks' },
        { id: 'LIST-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Chunks show one moment' },
        { id: 'LIST-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Changes since show in a fresh list only' },
        { id: 'LIST-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch from the list\'s version sees what changed meanwhile' },
        { id: 'LIST-014', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A continue token lasts for a limited time, five minutes by default' },
        { id: 'LIST-015', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A token whose version is gone is answered 410' },
        { id: 'LIST-016', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients start again, or without chunks, after 410' },
        { id: 'LIST-017', kind: 'format', subject: 'apiserver', level: 'must', observe: 'white-box', statement: 'A token holds a version and a place' },
        { id: 'LIST-018', kind: 'negative', subject: 'client', level: 'must', observe: 'white-box', statement: 'Clients do not look into tokens' },
        { id: 'LIST-019U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Items come in a stable order' },
        { id: 'LIST-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Limits below zero and tokens that are none are refused' },
        { id: 'LIST-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'The 410 of a token may offer another one to go on with' },
        { id: 'LIST-022', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Over its chunks a list has each item once' },
        { id: 'LIST-023', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Selectors and chunks go together' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Collection object',
      requirements: [
        { id: 'LIST-024', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'The count of what remains goes down by what was sent' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Listing and chunking',
      requirements: [
        { id: 'LIST-025', kind: 'default', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Without a limit there are no chunks' },
      ],
    },
  ],
};
