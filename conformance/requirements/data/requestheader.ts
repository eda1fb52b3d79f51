// The requirements of the area requestheader (17).

import type { AreaRows } from '../contract/requirement.ts';

export const requestheader: AreaRows = {
  area: 'requestheader',
  prefix: 'REQHDR',
  count: 17,
  sections: [
    {
      document: 2,
      section: 'Authentication > Authenticating proxy flags',
      requirements: [
        { id: 'REQHDR-001', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The headers of the user name are what the method needs' },
        { id: 'REQHDR-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Names of headers are compared without regard to case' },
        { id: 'REQHDR-003', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Of several headers of the user name the first with a value counts' },
        { id: 'REQHDR-004', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'Headers of groups need not be configured' },
        { id: 'REQHDR-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Every value of every header of groups is a group' },
        { id: 'REQHDR-006', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'A prefix of extra attributes need not be configured' },
        { id: 'REQHDR-007', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A header with the prefix becomes an extra attribute' },
        { id: 'REQHDR-008', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Keys of extra attributes are in lower case' },
        { id: 'REQHDR-009', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Keys of extra attributes are percent-decoded' },
        { id: 'REQHDR-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'All values of such headers are values of the key' },
        { id: 'REQHDR-011', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The authority of proxies is what the method needs' },
        { id: 'REQHDR-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'No header of an identity counts before the proxy has shown its certificate' },
        { id: 'REQHDR-013', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'From callers with another certificate, or none, these headers mean nothing' },
        { id: 'REQHDR-014', kind: 'flag', subject: 'apiserver', level: 'may', observe: 'start-up', statement: 'A list may say which common names proxies have' },
        { id: 'REQHDR-015', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper' },
        { id: 'REQHDR-016U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Which status a proxy gets whose name is not in the list' },
        { id: 'REQHDR-017', kind: 'default', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'Without the list every common name of the authority is accepted' },
      ],
    },
  ],
};
