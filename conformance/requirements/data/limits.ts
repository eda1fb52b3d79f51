// The requirements of the area limits (31).

import type { AreaRows } from '../contract/requirement.ts';

export const limits: AreaRows = {
  area: 'limits',
  prefix: 'LIM',
  count: 31,
  sections: [
    {
      document: 1,
      section: 'Limits',
      requirements: [
        { id: 'LIM-001', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['WATCH-014'], statement: 'History is kept for 5 min unless set' },
        { id: 'LIM-002', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['LIST-014'], statement: 'Tokens of chunks live for 5 min unless set' },
        { id: 'LIM-003', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box', sameAs: ['RV-050'], statement: 'Snapshots of lists are kept for 75 s' },
        { id: 'LIM-004', kind: 'limit', subject: 'client', level: 'must', observe: 'black-box', statement: 'Chunks are the choice of the client' },
        { id: 'LIM-005', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box', statement: 'The count of the rest is an estimate' },
        { id: 'LIM-006', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'paper', statement: 'Beta versions live as long as the rules say' },
        { id: 'LIM-007U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: limits of rates' },
        { id: 'LIM-008U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: the largest request; a refusal beyond it is expected' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'LIM-009', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['OIDC-001'], statement: 'At most 64 token issuers are configured' },
        { id: 'LIM-010', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['WHAUTHZ-016'], statement: 'At most 64 match conditions are configured' },
        { id: 'LIM-011', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['WHAUTHZ-004'], statement: 'An access webhook has at most 30 s' },
        { id: 'LIM-012', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['WHAUTHZ-001'], statement: 'Access that a webhook allowed is kept for 5 min' },
        { id: 'LIM-013', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['WHAUTHZ-002'], statement: 'Access that a webhook denied is kept for 30 s' },
        { id: 'LIM-014', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['TOKWH-023'], statement: 'What the token webhook said is kept for 2 min' },
        { id: 'LIM-015', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['AUTHZ-045'], statement: 'Access configuration is read on change and each minute' },
        { id: 'LIM-016', kind: 'default', subject: 'controller', level: 'must', observe: 'black-box', sameAs: ['NLIFE-002'], statement: 'Nodes are given 50 s of silence unless set' },
        { id: 'LIM-017', kind: 'limit', subject: 'controller', level: 'may', observe: 'paper', statement: 'A remark speaks of 40 s' },
        { id: 'LIM-018', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-027'], statement: 'Unchanged node status is written every 5 min' },
        { id: 'LIM-019', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-029'], statement: 'The lease of a node is renewed every 10 s' },
        { id: 'LIM-020', kind: 'limit', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['NSTAT-030'], statement: 'Failed renewals are tried again after 200 ms to 7 s' },
        { id: 'LIM-021', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', sameAs: ['OIDC-069'], statement: 'Signatures are RS256 unless set' },
        { id: 'LIM-022', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box', statement: 'Each step of an expression has a cost' },
        { id: 'LIM-023', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'white-box', statement: 'Matching costs pattern times input' },
        { id: 'LIM-024', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['CEL-045'], statement: 'Each expression has a budget' },
        { id: 'LIM-025', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'black-box', sameAs: ['CEL-050'], statement: 'Some kinds have a budget for all expressions' },
        { id: 'LIM-026', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['WDOG-001'], statement: 'The watchdog is told twice in its interval' },
        { id: 'LIM-027', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['WDOG-002'], statement: 'The watchdog interval is 1 s at least' },
        { id: 'LIM-028', kind: 'limit', subject: 'agent', level: 'should', observe: 'paper', statement: 'A watchdog interval of 15 s is good' },
        { id: 'LIM-029', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['WDOG-004', 'WDOG-005'], statement: 'A watchdog interval of 0, or none, is off' },
        { id: 'LIM-030', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['MISC-001'], noCase: 'the proxy is another program', statement: 'nftables mode needs nft 1.0.1' },
        { id: 'LIM-031', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', sameAs: ['MISC-002'], noCase: 'the proxy is another program', statement: 'nftables mode needs kernel 5.13' },
      ],
    },
  ],
};
