// The requirements of the area bootstrap-tokens (37).

import type { AreaRows } from '../contract/requirement.ts';

export const bootstrapTokens: AreaRows = {
  area: 'bootstrap-tokens',
  prefix: 'BOOT',
  count: 37,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Bootstrap token secret',
      requirements: [
        { id: 'BOOT-001', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A secret of its own type holds a bootstrap token' },
        { id: 'BOOT-002', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Token secrets count in the system namespace alone' },
        { id: 'BOOT-003', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The name of a token secret ends in the id of the token' },
        { id: 'BOOT-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The id of a token has six small letters or digits' },
        { id: 'BOOT-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The secret of a token has sixteen small letters or digits' },
        { id: 'BOOT-006', kind: 'field', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A token may be described' },
        { id: 'BOOT-007', kind: 'field', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A token may have an end' },
        { id: 'BOOT-008', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A usage lets a token be a bearer token' },
        { id: 'BOOT-009', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A usage lets a token sign the cluster information' },
        { id: 'BOOT-010', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token may bring further groups' },
        { id: 'BOOT-011', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Further groups lie below system:bootstrappers' },
        { id: 'BOOT-012', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token is its id, a period and its secret' },
        { id: 'BOOT-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper', statement: 'The id of a token is public, its secret is not' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Signed cluster-info ConfigMap',
      requirements: [
        { id: 'BOOT-014', kind: 'path', subject: 'controller', level: 'must', observe: 'black-box', statement: 'The cluster information is in the public namespace' },
        { id: 'BOOT-015', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box', statement: 'The cluster information says where the server is and whom to trust' },
        { id: 'BOOT-016', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A signature of the cluster information has no payload of its own' },
        { id: 'BOOT-017', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'A reader puts the encoded configuration between the periods' },
        { id: 'BOOT-018', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'A reader computes HS256 with the token as key' },
        { id: 'BOOT-019', kind: 'negative', subject: 'client', level: 'must', observe: 'black-box', statement: 'A reader takes no other algorithm' },
        { id: 'BOOT-020', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Nobody needs credentials to read the cluster information' },
      ],
    },
    {
      document: 2,
      section: 'States and transitions > Bootstrap token',
      requirements: [
        { id: 'BOOT-021', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token ends at its time' },
        { id: 'BOOT-022', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token that has ended is refused' },
        { id: 'BOOT-023', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', statement: 'A token that has ended signs nothing' },
        { id: 'BOOT-024', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box', statement: 'The secret of a token that has ended is deleted' },
        { id: 'BOOT-025', kind: 'flag', subject: 'controller', level: 'must', observe: 'start-up', statement: 'The token cleaner runs when it is named' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Methods',
      requirements: [
        { id: 'BOOT-026', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Bootstrap tokens count where a flag says so' },
        { id: 'BOOT-027', kind: 'flag', subject: 'controller', level: 'must', observe: 'start-up', statement: 'Cleaner and signer are chosen among the controllers' },
        { id: 'BOOT-028', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The bearer of a token is named after its id' },
        { id: 'BOOT-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The bearer of a token is in a group of its own' },
        { id: 'BOOT-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A token does only what its usages say' },
        { id: 'BOOT-031', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper', statement: 'Bootstrap tokens are stable in 1.34' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Bootstrap token secret',
      requirements: [
        { id: 'BOOT-032', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A token without an end stays' },
        { id: 'BOOT-033', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Without its usage a token authenticates nobody' },
        { id: 'BOOT-034', kind: 'negative', subject: 'controller', level: 'should', observe: 'black-box', statement: 'Without its usage a token signs nothing' },
        { id: 'BOOT-035', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'The secret of a token must be right' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Signed cluster-info ConfigMap',
      requirements: [
        { id: 'BOOT-036', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', statement: 'Signatures are HS256 with the whole token as key' },
        { id: 'BOOT-037', kind: 'semantics', subject: 'controller', level: 'should', observe: 'black-box', statement: 'Signatures follow the content' },
      ],
    },
  ],
};
