// The requirements of the area declarative-validation (9).

import type { AreaRows } from '../contract/requirement.ts';

export const declarativeValidation: AreaRows = {
  area: 'declarative-validation',
  prefix: 'DECLVAL',
  count: 9,
  sections: [
    {
      document: 2,
      section: 'Authentication > Declarative validation (admission of API objects)',
      requirements: [
        { id: 'DECLVAL-001', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DECLVAL-002', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'DECLVAL-003', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DECLVAL-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DECLVAL-005', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DECLVAL-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'DECLVAL-007', kind: 'metric', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'DECLVAL-008', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'DECLVAL-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up' },
      ],
    },
  ],
};
