// The requirements of the area access-reviews (33).

import type { AreaRows } from '../requirement.ts';

export const accessReviews: AreaRows = {
  area: 'access-reviews',
  prefix: 'REVIEW',
  count: 33,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > SelfSubjectReview',
      requirements: [
        { id: 'REVIEW-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-003U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Endpoints > Self-review',
      requirements: [
        { id: 'REVIEW-004', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-005', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-006', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-007', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-009U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'REVIEW-010', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-011', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Access reviews',
      requirements: [
        { id: 'REVIEW-012', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-015', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-016', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-017', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'REVIEW-018', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-021', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-022', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-023', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-024', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-025', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-026', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'REVIEW-027U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'REVIEW-028U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'REVIEW-029', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-030', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-031', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-032', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'REVIEW-033', kind: 'permission', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
