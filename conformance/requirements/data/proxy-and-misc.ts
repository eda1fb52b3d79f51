// The requirements of the area proxy-and-misc (8).

import type { AreaRows } from '../contract/requirement.ts';

export const proxyAndMisc: AreaRows = {
  area: 'proxy-and-misc',
  prefix: 'MISC',
  count: 8,
  sections: [
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'MISC-001', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', statement: 'The nftables mode needs nft 1.0.1' },
        { id: 'MISC-002', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', statement: 'The nftables mode needs kernel 5.13' },
        { id: 'MISC-003', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up', statement: 'With the check off kernel 5.4 is enough' },
        { id: 'MISC-004', kind: 'negative', subject: 'agent', level: 'must', observe: 'paper', statement: 'Switching the check off is not for production' },
      ],
    },
    {
      document: 2,
      section: 'Versioning',
      requirements: [
        { id: 'MISC-005', kind: 'format', subject: 'agent', level: 'must', observe: 'start-up', statement: 'Devices speak v1alpha1 and v1beta1' },
        { id: 'MISC-006U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: which release speaks which' },
      ],
    },
    {
      document: 2,
      section: 'Events',
      requirements: [
        { id: 'MISC-007', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'white-box', statement: 'Access control adds no kinds of events' },
        { id: 'MISC-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Calls out are a request and an answer' },
      ],
    },
  ],
};
