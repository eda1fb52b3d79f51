// The requirements of the area access-reviews (33).

import type { AreaRows } from '../contract/requirement.ts';

export const accessReviews: AreaRows = {
  area: 'access-reviews',
  prefix: 'REVIEW',
  count: 33,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > SelfSubjectReview',
      requirements: [
        { id: 'REVIEW-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Nobody tells a self review what to answer' },
        { id: 'REVIEW-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A self review tells the caller\'s identity' },
        { id: 'REVIEW-003U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the key of the user name in a self review; username is expected' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Self-review',
      requirements: [
        { id: 'REVIEW-004', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Self reviews are posted to their collection' },
        { id: 'REVIEW-005', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A self review comes back with its status' },
        { id: 'REVIEW-006', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Every known caller may review himself' },
        { id: 'REVIEW-007', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Anonymous callers may not' },
        { id: 'REVIEW-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Self reviews need no switch' },
        { id: 'REVIEW-009U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the paths of the access reviews; those of their plural names are expected' },
        { id: 'REVIEW-010', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Access reviews are posted like objects' },
        { id: 'REVIEW-011', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The answer of an access review is its status' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Access reviews',
      requirements: [
        { id: 'REVIEW-012', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review can be about a resource' },
        { id: 'REVIEW-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review can be about a path' },
        { id: 'REVIEW-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review names a user' },
        { id: 'REVIEW-015', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review names groups' },
        { id: 'REVIEW-016', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review says allowed or not' },
        { id: 'REVIEW-017', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'An access review says whether it was denied' },
        { id: 'REVIEW-018', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An access review may say why' },
        { id: 'REVIEW-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A self access review has the resource members' },
        { id: 'REVIEW-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A self access review says allowed and denied' },
        { id: 'REVIEW-021', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A self access review is about its caller' },
        { id: 'REVIEW-022', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A local access review is about one namespace' },
        { id: 'REVIEW-023', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A rules review lists what the caller may do' },
        { id: 'REVIEW-024', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Selectors of a review are lists of requirements' },
        { id: 'REVIEW-025', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A requirement has key, operator and values' },
        { id: 'REVIEW-026', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Access reviews belong to the authorization group' },
        { id: 'REVIEW-027U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'REVIEW-028U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'REVIEW-029', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A review agrees with the request it is about' },
        { id: 'REVIEW-030', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Without groups the user is judged alone' },
        { id: 'REVIEW-031', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A local access review is posted in its namespace' },
        { id: 'REVIEW-032', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Reviews leave nothing behind' },
        { id: 'REVIEW-033', kind: 'permission', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Reviewing others takes a right' },
      ],
    },
  ],
};
